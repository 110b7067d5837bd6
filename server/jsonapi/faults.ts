import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA_TYPE } from '#contract/document.ts';
import { UnknownOutcome } from '../db/transact.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { SECURITY_HEADERS, securityHeaders } from '../lib/security-headers.ts';
import { sendDocument } from './api.ts';
import { errorDocument, errorObject, Problem, problem } from './problem.ts';

/**
 * Responds to any error with a JSON:API document. Only internal errors are logged, and their details are not disclosed.
 */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, errors, headers } = toProblem(error, request);
  if (status >= 500 && !(error instanceof Problem)) request.log.error({ err: error }, 'request failed');
  // Otherwise the client would still upload the rest of the body.
  if (status === 413) reply.header('connection', 'close');
  // Set again: a page may have replaced them, and for a malformed URL no hook has run.
  reply.headers(securityHeaders(request));
  reply.code(status).headers(headers).header('cache-control', 'no-store');
  sendDocument(reply, errorDocument(errors));
}

function toProblem(error: FastifyError | Error, { id }: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return problem(413, '413', 'The body may be 1 MiB at most.');
  if (status === 415) return problem(406, '406', `The body must be sent as ${MEDIA_TYPE}.`);
  if (status !== undefined && status >= 400 && status < 500) {
    return problem(400, '400', 'The request is not well-formed.');
  }
  if (error instanceof UnknownOutcome) {
    return unavailable('The database was lost before it confirmed the write: see whether it took effect.');
  }
  if (isUnavailable(error)) return unavailable('The database cannot be used at the moment. Nothing was written.');
  return problem(500, '500', 'The service failed. The fault has been logged.', { meta: { request_id: id } });
}

const unavailable = (detail: string) => new Problem(503, [errorObject(503, '503', detail)], { 'retry-after': '1' });

/** A complete raw HTTP response. */
function wholeAnswer(status: number, detail: string) {
  const error = errorObject(status, String(status), detail);
  const body = JSON.stringify(errorDocument([error]));
  const head = [
    `HTTP/1.1 ${status} ${error.title}`,
    `Content-Type: ${MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const CONNECTION_ANSWERS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: wholeAnswer(408, 'The request took too long to come.'),
  HPE_HEADER_OVERFLOW: wholeAnswer(431, 'The address and the headers together are too long.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: wholeAnswer(413, 'A chunk of the body is too large.'),
};
const MALFORMED = wholeAnswer(400, 'The request is not well-formed HTTP.');

/**
 * Connections closed per turn of the event loop: thousands may time out together, and must not delay other responses.
 */
const CLOSED_AT_ONCE = 100;
const toClose: { socket: Socket; answer: string }[] = [];

/** Responds to input that never became a request, and closes the connection. */
export function answerClientError(error: Error & { code: string }, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const answer = CONNECTION_ANSWERS[error.code] ?? MALFORMED;
  if (toClose.push({ socket, answer }) === 1) setImmediate(closeSome);
}

function closeSome() {
  for (const { socket, answer } of toClose.splice(0, CLOSED_AT_ONCE)) {
    if (socket.writable) socket.write(answer);
    socket.destroySoon();
  }
  if (toClose.length > 0) setImmediate(closeSome);
}
