import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Upstream timeouts in milliseconds: to connect, until the response headers, and between body chunks. */
export interface UpstreamTimeouts {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
}

/** HTTP client options for the upstream: keep-alive connections, one per concurrent request. */
export function upstreamClient({ connectMs, headersMs, bodyMs }: UpstreamTimeouts) {
  return {
    // Unlimited: requests in a connection queue escape every timeout. The number of clients is limited already.
    connections: null,
    // With more, a slow response would block the next ones, and one client's disconnect would abort the others'
    // requests.
    pipelining: 1,
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    // The proxy's default accepts any certificate.
    connect: { rejectUnauthorized: true, timeout: connectMs },
  };
}

/**
 * Runs `send`, which makes one upstream request. If the client disconnects before the response, the request is aborted.
 */
export function abortOnDisconnect<Result>(client: ServerResponse, send: () => Result): Result {
  return currentClient.run(client, send);
}

const currentClient = new AsyncLocalStorage<ServerResponse>();
/** A property on undici's request object. A WeakMap by request would cost a third of the throughput. */
const CLIENT = Symbol('caller');

// The proxy does not expose its requests; undici's diagnostics channels are the only way to reach them.
subscribe('undici:request:create', (message) => {
  const { request } = message as Pick<SendHeadersMessage, 'request'>;
  request[CLIENT] = currentClient.getStore();
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as SendHeadersMessage;
  const client = request[CLIENT];
  const abort = () => {
    // After completion, another request may be using the connection.
    if (!request.completed) socket.destroy();
  };
  if (client?.destroyed) abort();
  else client?.once('close', abort);
});

/** Message shape as documented by undici. */
interface SendHeadersMessage {
  request: { completed: boolean; [CLIENT]?: ServerResponse | undefined };
  socket: Socket;
}
