import { once } from 'node:events';
import { connect } from 'node:net';
import { API_PREFIX } from '#contract/document.ts';

/** The path of a room's messages below the prefix, whose response is as large as they are. */
export const historyOf = (roomId: number) => `/rooms/${roomId}/history`;

/** Sends a request to the origin of a service, and stops reading after the first bytes of the response. */
export async function sendWithoutReading(
  origin: string,
  token: string,
  path: string,
  { method = 'GET', host = new URL(origin).host, headers = [] as string[] } = {},
) {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' });
  const head = [`${method} ${API_PREFIX}${path} HTTP/1.1`, `Host: ${host}`, `X-Access-Token: ${token}`, ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [start] = await once(socket, 'data');
  socket.pause();
  return { socket, status: Number(/^HTTP\/1.1 (\d+)/.exec(String(start))?.[1]) };
}
