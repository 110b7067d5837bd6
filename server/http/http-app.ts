import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyLoggerOptions } from 'fastify';
import { handleClientError, handleError } from '../jsonapi/request/error-handler.ts';
import { logOptions, RequestLog } from '../lib/log-options.ts';
import { securityHeaders } from '../lib/security-headers.ts';

export interface HttpOptions {
  log: FastifyLoggerOptions | false;
  corsOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: false | string[] | ((address: string) => boolean);
  /** Time without traffic after which a connection is closed, in milliseconds. */
  stalledMs?: number;
}

/** Maximum size of a request body. */
export const BODY_BYTES = 1_048_576;
/** Default of `stalledMs`. */
export const STALLED_MS = 30_000;

/** A server without routes: limits, logging, security headers, JSON:API errors and CORS. */
export function buildHttpApp(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    logger: logOptions(options.log),
    logController: new RequestLog(),
    trustProxy: options.trustProxy,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 10_000,
    // Disconnects clients that do not read their response.
    connectionTimeout: options.stalledMs ?? STALLED_MS,
    // During shutdown, requests on open connections are still served, and then the connection is closed.
    return503OnClosing: false,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Long ids must reach the API, which answers them with its own 404.
    routerOptions: { maxParamLength: 20_000 },
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
  });
  // Ignores an unknown `Expect` header, which Node would answer with a bare 417 instead of a JSON:API error.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(handleError);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request));
  });
  if (options.corsOrigins.length > 0) {
    app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['X-Access-Token', 'Content-Type', 'X-Expected-User', 'X-Purpose'],
      // In addition to the CORS-safelisted headers; `Date`, because waiting times follow the server's clock.
      exposedHeaders: ['Location', 'ETag', 'Date', 'Retry-After', 'X-Token-Withheld'],
      strictPreflight: false,
    });
  }
  return app;
}
