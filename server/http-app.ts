import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyLoggerOptions } from 'fastify';
import { answerClientError, answerError } from './jsonapi/faults.ts';
import { logOptions } from './lib/log-options.ts';
import { securityHeaders } from './lib/security-headers.ts';

export interface HttpOptions {
  log: FastifyLoggerOptions | false;
  corsOrigins: readonly string[];
  /** Peers whose `X-Forwarded-For` is believed. */
  trustProxy: false | string[] | ((address: string) => boolean);
}

/** What a body may have at most. */
export const BODY_BYTES = 1_048_576;

/** A server without routes: its limits, log, headers of security, errors as JSON:API, and who may call from elsewhere. */
export function buildHttpApp(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    logger: logOptions(options.log),
    trustProxy: options.trustProxy,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 10_000,
    // While the service ends, what still comes on open connections is served, and the connection closed.
    return503OnClosing: false,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Ids of any length reach the interface and are not found there.
    routerOptions: { maxParamLength: 20_000 },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  });
  // An expectation that nobody here can meet is no reason to answer outside of the interface's forms.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request));
  });
  if (options.corsOrigins.length > 0) {
    app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['X-Access-Token', 'Content-Type'],
      // Beyond what every page may read: waiting is counted by the service's clock, and patience is asked for in a header.
      exposedHeaders: ['Location', 'ETag', 'Date', 'Retry-After'],
      strictPreflight: false,
    });
  }
  return app;
}
