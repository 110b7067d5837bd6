import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

export interface StaticHost {
  /** Of the folder, with a slash at its end. */
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
 * Serves the files of `root` below `/desk/`, as a host does that can do nothing else, and `config` as the `config.json`
 * beside them. With `fallback`, its page answers every unknown address, and names its files from the root of the host.
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port, so its address is no path.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/desk/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
