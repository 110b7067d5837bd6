import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { listenLocally } from './listen-locally.ts';

export interface StaticHost {
  /** URL of the folder, with a trailing slash. */
  address: string;
  close: () => Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * A static file host: serves `root` below `/desk/`, and `config` as `config.json` beside the files. With `fallback`,
 * unknown paths get the page, which then refers to its files from the root.
 */
export async function startStaticHost(root: string, config: unknown, fallback?: 'fallback'): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = path.replace(/^\/desk\//, '') || 'index.html';
    const file = join(root, name);
    if (name === 'config.json')
      return response.writeHead(200, { 'content-type': TYPES['.json'] }).end(JSON.stringify(config));
    const isFile = path.startsWith('/desk/') && existsSync(file) && statSync(file).isFile();
    if (isFile && !(fallback && name === 'index.html')) {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      return createReadStream(file).pipe(response);
    }
    if (!fallback) return response.writeHead(404).end();
    const page = readFileSync(join(root, 'index.html'), 'utf8').replaceAll('"./', '"/desk/');
    return response.writeHead(200, { 'content-type': TYPES['.html'] }).end(page);
  });
  const { origin, close } = await listenLocally(server);
  return { address: `${origin}/desk/`, close };
}
