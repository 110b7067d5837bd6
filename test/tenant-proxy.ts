import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Rewrite } from './tolerance/exchange.ts';
import { fetchThrough } from './tolerance/fetch-through.ts';

export interface TenantProxy {
  origin: string;
  close: () => Promise<void>;
}

/** Hop-by-hop headers and those that `fetch` sets; also ETags, as foreign tenants have no conditional requests. */
const NOT_PASSED_ON = new Set([
  ...['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'],
  ...['accept-encoding', 'content-encoding', 'etag', 'if-none-match'],
]);

/** A proxy in front of the service at `origin` that simulates a foreign tenant. */
export async function startTenantProxy(origin: string, rewrites: readonly Rewrite[]): Promise<TenantProxy> {
  const ask = fetchThrough(rewrites)(fetch);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/' } = incoming;
    const headers = Object.entries(incoming.headers).filter(([name]) => !NOT_PASSED_ON.has(name));
    const body = await buffer(incoming);
    const answer = await ask(origin + url, {
      method,
      headers: [
        ...headers.map(([name, value]): [string, string] => [name, String(value)]),
        ['accept-encoding', 'identity'],
      ],
      body: body.length > 0 ? body : null,
      redirect: 'manual',
    });
    for (const [name, value] of answer.headers) if (!NOT_PASSED_ON.has(name)) outgoing.appendHeader(name, value);
    outgoing.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
