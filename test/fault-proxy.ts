import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * What happens to a request on its way: it passes, or its answer does, late; it is answered here; or its connection
 * breaks: before the service has it, before it is answered, or in the middle of the answer.
 */
export type Fault =
  | { kind: 'pass'; afterMs?: number; answerAfterMs?: number }
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'break'; at?: 'request' | 'answer' | 'middle' };

/** One request of the interface that came through. */
export interface Passage {
  method: string;
  url: string;
  /** What the browser had in its hands already. */
  ifNoneMatch: string | undefined;
  /** 0 for a connection that was broken. */
  status: number;
}

export interface FaultProxy {
  origin: string;
  /** The latest thousand requests to `/rapi`, oldest first, once they are answered. */
  passages: Passage[];
  /** Decides on the requests to `/rapi` and `/session` from now on. */
  meet: (decide: (url: string, method: string) => Fault) => void;
  /** Resolves when no request is under way. */
  settled: () => Promise<void>;
  /** Nobody listens any more, as when the service is stopped; `resume` listens at the same address again. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  close: () => Promise<void>;
}

const MOST_KEPT = 1000;
const PASS: Fault = { kind: 'pass' };

/**
 * Stands between a browser and the service at `origin`, where faults are made on the wire: intercepting requests in
 * the browser would switch off its cache, and with it the conditional requests. `host` chooses the tenant.
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
  // It listens on a port, so its address is no path.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    passages,
    meet: (next) => {
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
  // The service is stopped: whoever asks finds nobody there.
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
