import { Transform } from 'node:stream';
import { errorCodes, type FastifyRequest, type RequestPayload } from 'fastify';
import { BODY_BYTES } from '../http-app.ts';

/** Passes the body through, limited to `BODY_BYTES`: 413 by its `Content-Length`, or while streaming if chunked. */
export function limitBody({ headers }: FastifyRequest, payload: RequestPayload): RequestPayload {
  const length = headers['content-length'];
  if (Number(length ?? 0) > BODY_BYTES) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  if (length !== undefined || headers['transfer-encoding'] === undefined) return payload;
  let bytes = 0;
  return payload.pipe(
    new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length;
        done(bytes > BODY_BYTES ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, chunk);
      },
    }),
  );
}
