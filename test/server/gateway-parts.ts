import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { connect } from 'node:net';
import { buildGateway, type GatewayOptions } from '#server/gateway/gateway.ts';
import { parseUpstreamUrl } from '#server/gateway/upstream-url.ts';
import { createSeal } from '#server/session/seal.ts';
import { listenLocally } from '#test/listen-locally.ts';

/** An upstream server, scripted by a request listener. */
export interface Upstream {
  origin: string;
  /** Every request received, oldest first. */
  seen: IncomingMessage[];
  close(): Promise<void>;
}

/** Starts an upstream server with the given listener; over TLS if a certificate is given. */
export async function startUpstream(listener: RequestListener, tls?: ServerOptions): Promise<Upstream> {
  const seen: IncomingMessage[] = [];
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (request, response) => {
    seen.push(request);
    listener(request, response);
  });
  const { origin, close } = await listenLocally(server);
  return { origin: tls ? origin.replace('http:', 'https:') : origin, seen, close };
}

/** Starts a gateway to an address, on a free port. */
export async function startGateway(address: string, options: Partial<GatewayOptions> = {}) {
  const app = buildGateway({
    upstream: parseUpstreamUrl(address),
    isAllowedAddress: () => true,
    seal: createSeal(Buffer.alloc(32, 'gateway')),
    trustProxy: false,
    corsOrigins: [],
    log: false,
    ...options,
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
  };
  return { app, origin, port: Number(new URL(origin).port), close };
}

/** Sends raw bytes; resolves with everything received until the other side closes. */
export async function talk(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}
