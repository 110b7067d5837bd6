import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Less takes longer to compress than to send. */
const FEWEST_BYTES = 2_048;

/**
 * Compresses what the routes that are added afterwards answer, where it is worth it and the caller takes it. Requests are
 * not unpacked: a small one would become as large as its sender likes.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: FEWEST_BYTES,
    // A list of a hundred is a tenth of its size by that, in about a millisecond; more effort gains little.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  });
}
