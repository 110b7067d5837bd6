import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long the tenant may take, in milliseconds: for a connection, for the beginning of an answer, between its parts. */
export interface Patience {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
}

/** How the proxy asks the tenant: as many at once as there are callers, over connections that are kept. */
export function upstreamClient({ connectMs, headersMs, bodyMs }: Patience) {
  return {
    // A bound would let requests wait unseen by any time limit; callers are bounded at the door.
    connections: null,
    // More than one would let an answer wait for the slow one before it, and a caller who leaves break others.
    pipelining: 1,
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    // Unless this is said, the proxy takes every certificate.
    connect: { rejectUnauthorized: true, timeout: connectMs },
  };
}

/** Runs what sends one request to the tenant; where the caller leaves before the answer, the request is broken off. */
export function askFor<Result>(caller: ServerResponse, send: () => Result): Result {
  return asking.run(caller, send);
}

const asking = new AsyncLocalStorage<ServerResponse>();
/** On the client's own object: a WeakMap of all that is under way costs a third of the throughput. */
const CALLER = Symbol('caller');

// The proxy keeps its requests to itself, and its client tells of them by these channels alone.
subscribe('undici:request:create', (message) => {
  const { request } = message as Pick<Sending, 'request'>;
  request[CALLER] = asking.getStore();
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as Sending;
  const caller = request[CALLER];
  const breakOff = () => {
    // A completed one has given its connection to somebody else.
    if (!request.completed) socket.destroy();
  };
  if (caller?.destroyed) breakOff();
  else caller?.once('close', breakOff);
});

/** What undici says in its documents that these messages hold. */
interface Sending {
  request: { completed: boolean; [CALLER]?: ServerResponse | undefined };
  socket: Socket;
}
