import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA_TYPE } from '#contract/document.ts';
import { ClientGoneError, ReadRefusedError } from '../../db/reading.ts';
import { PartlyDoneError, UnknownOutcomeError } from '../../db/transact.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { OverloadedError } from '../../lib/fair-queue.ts';
import { SECURITY_HEADERS, securityHeaders } from '../../lib/security-headers.ts';
import { encodeDocument } from '../document/encode-document.ts';
import { errorDocument, errorObject, Problem, problem } from '../document/problem.ts';

/**
 * Responds to any error with a JSON:API document. Only internal errors are logged, and their details are not disclosed.
 */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, errors, headers } = toProblem(error, request);
  if (status >= 500 && !isExpected(error)) request.log.error({ err: error }, 'request failed');
  // Otherwise the client would still upload the rest of the body.
  if (status === 413) reply.header('connection', 'close');
  // Set again: a page may have replaced them, and for a malformed URL no hook has run.
  reply.headers(securityHeaders(request));
  reply.code(status).headers(headers).header('cache-control', 'no-store');
  // As bytes: Fastify would append a charset parameter to the media type of a string.
  reply.type(MEDIA_TYPE).send(encodeDocument(errorDocument(errors)));
}

const isExpected = (error: unknown): boolean =>
  error instanceof Problem ||
  error instanceof ReadRefusedError ||
  error instanceof ClientGoneError ||
  error instanceof OverloadedError ||
  (error instanceof PartlyDoneError && isExpected(error.cause));

function toProblem(error: FastifyError | Error, { id }: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return problem(413, '413', 'The body must not exceed 1 MiB.');
  if (status === 415) return problem(406, '406', `The body must be sent as ${MEDIA_TYPE}.`);
  if (status !== undefined && status >= 400 && status < 500) {
    return problem(400, '400', 'The request is not well-formed.');
  }
  if (error instanceof UnknownOutcomeError) {
    const detail = 'The database connection was lost before it confirmed the write. Check whether it took effect.';
    return retryLater(503, detail, 'outcome_unknown');
  }
  if (error instanceof PartlyDoneError) {
    return unavailable('The request was interrupted, and is partly done. Send it again to continue.');
  }
  if (error instanceof OverloadedError) {
    return unavailable(`${error.message} Nothing was written. Try again in a moment.`);
  }
  if (error instanceof ReadRefusedError) return retryLater(error.status, error.message);
  if (error instanceof ClientGoneError) return retryLater(503, error.message);
  if (isUnavailable(error)) return unavailable('The database is temporarily unavailable. Nothing was written.');
  return problem(500, '500', 'An internal error occurred. It has been logged.', { meta: { request_id: id } });
}

const unavailable = (detail: string) => retryLater(503, detail);
const retryLater = (status: 429 | 503, detail: string, code = String(status)) =>
  problem(status, code, detail, { headers: { 'retry-after': '1' } });

/** A complete raw HTTP response. */
function rawResponse(status: number, detail: string) {
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

const CLIENT_ERROR_RESPONSES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: rawResponse(408, 'The request took too long to arrive.'),
  HPE_HEADER_OVERFLOW: rawResponse(431, 'The URL and headers are too long.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: rawResponse(413, 'A chunk of the body is too large.'),
};
const MALFORMED_RESPONSE = rawResponse(400, 'The request is not well-formed HTTP.');

/**
 * Connections closed per turn of the event loop: thousands may time out together, and must not delay other responses.
 */
const CLOSE_BATCH = 100;
const closeQueue: { socket: Socket; answer: string }[] = [];

/** Responds to input that never became a request, and closes the connection. */
export function handleClientError(error: Error & { code: string }, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const answer = CLIENT_ERROR_RESPONSES[error.code] ?? MALFORMED_RESPONSE;
  if (closeQueue.push({ socket, answer }) === 1) setImmediate(closeBatch);
}

function closeBatch() {
  for (const { socket, answer } of closeQueue.splice(0, CLOSE_BATCH)) {
    if (socket.writable) socket.write(answer);
    socket.destroySoon();
  }
  if (closeQueue.length > 0) setImmediate(closeBatch);
}
