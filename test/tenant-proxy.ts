import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  exchange,
  type Rewrite,
  readRequest,
  readTenantAnswer,
  type TenantAnswer,
  textOf,
  urlOf,
} from './tolerance/exchange.ts';

export interface TenantProxy {
  origin: string;
  /** Every API exchange so far, such as `PUT /rooms/7 405`. */
  passages: string[];
  close: () => Promise<void>;
}

interface Target {
  origin: string;
  host: string;
}

/**
 * A proxy in front of the service at `origin` that simulates a foreign tenant; `host` selects whose records it serves.
 */
export async function startTenantProxy(
  origin: string,
  host: string,
  rewrites: readonly Rewrite[],
): Promise<TenantProxy> {
  const asked = new Map<string, number>();
  const passages: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const before = asked.get(`${method} ${url}`) ?? 0;
    asked.set(`${method} ${url}`, before + 1);
    const status = await serve(incoming, outgoing, { origin, host }, rewrites, before);
    if (status !== undefined) passages.push(`${method} ${url} ${status}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    passages,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Handles one request; returns the status if it was an API request. */
async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: Target,
  rewrites: readonly Rewrite[],
  before: number,
): Promise<number | undefined> {
  const { method = 'GET', url = '/' } = incoming;
  const body = await text(incoming);
  // Foreign tenants support neither conditional requests nor compression.
  const { 'if-none-match': _, 'accept-encoding': __, ...headers } = flat(incoming.headers);
  const read = readRequest(method, url, headers, body, before);
  if (!read) {
    const answer = await ask(target, method, url, flat(incoming.headers), body);
    answer.headers.forEach((value, name) => {
      outgoing.setHeader(name, value);
    });
    outgoing.writeHead(answer.status).end(answer.body);
    return undefined;
  }
  const answer = await exchange(rewrites, read, async (made): Promise<TenantAnswer> => {
    const sent = made.body === undefined ? '' : JSON.stringify(made.body);
    const { status, headers: given, body: got } = await ask(target, made.method, urlOf(made), made.headers, sent);
    const { etag: _, ...kept } = Object.fromEntries(given);
    return readTenantAnswer(status, kept, got.toString());
  });
  const { 'content-length': ___, ...kept } = answer.headers;
  outgoing.writeHead(answer.status, kept).end(answer.status === 204 ? undefined : textOf(answer));
  return answer.status;
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

interface Asked {
  status: number;
  headers: Headers;
  body: Buffer;
}

async function ask(
  { origin, host }: Target,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Asked> {
  const { 'content-length': _, connection: __, ...kept } = headers;
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const onward = request(origin + url, { method, headers: { ...kept, ...length, host } });
  onward.end(body);
  const [response]: IncomingMessage[] = await once(onward, 'response');
  if (!response) throw new Error('There is no answer.');
  const parts = await response.toArray();
  const given = new Headers();
  for (const [name, value] of Object.entries(response.headersDistinct)) {
    if (name !== 'transfer-encoding') for (const each of value ?? []) given.append(name, each);
  }
  return { status: response.statusCode ?? 0, headers: given, body: Buffer.concat(parts) };
}
