import { Transform } from 'node:stream';
import { errorCodes, type FastifyRequest, type RequestPayload } from 'fastify';
import { BODY_BYTES } from '../http-app.ts';

/** The body as it comes, refused with 413 by its length, or, where that is not said, when there is too much of it. */
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
