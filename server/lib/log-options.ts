import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializeError } from './serialize-error.ts';

/** Path segments this long are not names, and may be a token pasted in the wrong place. */
const LONG_SEGMENT = /[^/]{40,}/g;

/** Logging without headers, query strings and rows, which may contain tokens or user data. */
export function logOptions(given: FastifyLoggerOptions | false): FastifyLoggerOptions | false {
  if (given === false) return false;
  const req = (request: FastifyRequest) => {
    const [path = ''] = request.url.split('?', 1);
    return { method: request.method, path: path.replace(LONG_SEGMENT, '…'), ip: addresses.get(request.raw) };
  };
  return { ...given, serializers: { req, err: serializeError } };
}

/** Client addresses, stored when a request starts: at its end the socket may be gone, and with it the address. */
const addresses = new WeakMap<IncomingMessage, string>();

/** Logs one line for each request, at its end, when tenant and user are known. */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    addresses.set(request.raw, request.ip);
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

interface Names {
  tenant?: string;
  user?: number;
}

interface NamesEvent {
  request: FastifyRequest;
  names: Names;
}

const named = channel('countersign.names');

/** Adds a request's tenant or user to all of its further log lines. */
export function addLogBindings(request: FastifyRequest, reply: FastifyReply, names: Names): void {
  const log: FastifyBaseLogger = request.log.child(names);
  request.log = log;
  reply.log = log;
  if (named.hasSubscribers) named.publish({ request, names });
}

/** Calls `listener` for every call of `addLogBindings`, until the returned function is called. */
export function onLogBindings(listener: (event: NamesEvent) => void): () => void {
  // Only `addLogBindings` publishes.
  const receive = (event: unknown) => listener(event as NamesEvent);
  named.subscribe(receive);
  return () => named.unsubscribe(receive);
}
