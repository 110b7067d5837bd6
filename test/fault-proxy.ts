import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * Fate of a request: it passes, perhaps with a delayed request or response; the proxy answers it; or the connection
 * breaks: before the service has it, before the response, or in the middle of the response.
 */
export type Fault =
  | { kind: 'pass'; afterMs?: number; answerAfterMs?: number }
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'break'; at?: 'request' | 'answer' | 'middle' };

/** A request to the API that passed through. */
export interface Passage {
  method: string;
  url: string;
  /** `If-None-Match`: the browser's cached version. */
  ifNoneMatch: string | undefined;
  /** 0 if the connection was broken. */
  status: number;
}

export interface FaultProxy {
  origin: string;
  /** The latest thousand answered requests to `/rapi`, oldest first. */
  passages: Passage[];
  /** Sets the fault of each further request to `/rapi` and `/session`. */
  setFaults: (decide: (url: string, method: string) => Fault) => void;
  /** Resolves when no request is in flight. */
  settled: () => Promise<void>;
  /** Stops listening, like a stopped service; `resume` listens again at the same address. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  close: () => Promise<void>;
}

const MOST_KEPT = 1000;
const PASS: Fault = { kind: 'pass' };

/**
 * A proxy between browser and service that injects faults on the wire: intercepting requests in the browser would
 * disable its HTTP cache, and so conditional requests. `host` selects the tenant.
 */
export async function startFaultProxy(origin: string, host = new URL(origin).host): Promise<FaultProxy> {
  let decide: (url: string, method: string) => Fault = () => PASS;
  const passages: Passage[] = [];
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<unknown>>();
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const isCounted = url.startsWith('/rapi/');
    const fault = isCounted || url === '/session' ? decide(url, method) : PASS;
    const answered = answer(fault, incoming, outgoing, { origin, host });
    underWay.add(answered);
    const status = await answered;
    underWay.delete(answered);
    if (!isCounted) return;
    passages.push({ method, url, ifNoneMatch: headers['if-none-match'], status });
    if (passages.length > MOST_KEPT) passages.shift();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const halt = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await listen(0);
  // The server listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    passages,
    setFaults: (next) => {
      decide = next;
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    halt,
    resume: () => listen(port),
    close: async () => {
      if (server.listening) await halt();
    },
  };
}

interface Target {
  origin: string;
  host: string;
}

async function answer(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse, target: Target) {
  if (fault.kind === 'break' && (fault.at ?? 'request') === 'request') {
    incoming.socket.destroy();
    return 0;
  }
  if (fault.kind === 'answer') {
    outgoing.writeHead(fault.status, fault.headers).end(fault.body);
    return fault.status;
  }
  if (fault.kind === 'pass' && fault.afterMs) await setTimeout(fault.afterMs);
  return pass(incoming, outgoing, target, fault);
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { origin, host }: Target,
  fault: Exclude<Fault, { kind: 'answer' }>,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { method, url, headers } = incoming;
  const onward = request(`${origin}${url}`, { method, headers: { ...headers, host } });
  onward.on('response', async (response) => {
    const status = response.statusCode ?? 0;
    if (fault.kind === 'break') {
      if (fault.at === 'middle') await writeHalf(response, outgoing);
      incoming.socket.destroy();
      return resolve(0);
    }
    if (fault.answerAfterMs) await setTimeout(fault.answerAfterMs);
    outgoing.writeHead(status, response.headers);
    response.pipe(outgoing);
    response.on('end', () => resolve(status));
  });
  // The service is stopped: break the connection.
  onward.on('error', () => {
    incoming.socket.destroy();
    resolve(0);
  });
  incoming.pipe(onward);
  return promise;
}

async function writeHalf(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.concat(await response.toArray());
  outgoing.writeHead(response.statusCode ?? 0, response.headers);
  await new Promise((resolve) => outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), resolve));
}
