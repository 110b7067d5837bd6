import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest)$/;
/** Compressing smaller files saves no packet. */
const MIN_BYTES = 1024;

/** Writes a `.br` and a `.gz` file beside each large enough built file, for the service to send precompressed. */
export async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(`${folder}/${file}`)));
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const [asBrotli, asGzip] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, asBrotli), writeFile(`${file}.gz`, asGzip)]);
}
