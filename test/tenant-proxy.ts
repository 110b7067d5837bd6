import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LocalServer, listenLocally } from './listen-locally.ts';
import type { Rewrite } from './tolerance/exchange.ts';
import { fetchThrough } from './tolerance/fetch-through.ts';

/** Hop-by-hop headers and those that `fetch` sets; also ETags, as foreign tenants have no conditional requests. */
const NOT_PASSED_ON = new Set([
  ...['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'],
  ...['accept-encoding', 'content-encoding', 'etag', 'if-none-match'],
]);

/** A proxy in front of the service at `origin` that simulates a foreign tenant. */
export async function startTenantProxy(origin: string, rewrites: readonly Rewrite[]): Promise<LocalServer> {
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
  return listenLocally(createServer(serve));
}
