import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyLoggerOptions } from 'fastify';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { messages } from '#contract/messages.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { users } from '#contract/users.ts';
import type { mintToken } from './access/tokens.ts';
import { type AdmissionOptions, admission } from './admission.ts';
import { mountHealth } from './health.ts';
import { type Api, closePaths } from './jsonapi/api.ts';
import { TagMemory } from './jsonapi/etag.ts';
import { answerClientError, answerError } from './jsonapi/faults.ts';
import { mount } from './jsonapi/mount.ts';
import { logOptions } from './lib/log-options.ts';
import { mountDocs } from './openapi/mount-docs.ts';
import { clientHooks } from './resources/clients.ts';
import { draftHooks } from './resources/drafts.ts';
import { keywordHooks } from './resources/keywords.ts';
import { messageHooks } from './resources/messages.ts';
import { roomHooks } from './resources/rooms.ts';
import { suggestionHooks } from './resources/suggestions.ts';
import { userHooks } from './resources/users.ts';

export interface AppOptions extends AdmissionOptions {
  mintToken: typeof mintToken;
  log: FastifyLoggerOptions | false;
  corsOrigins: readonly string[];
  /** Peers whose `X-Forwarded-For` is believed. */
  trustProxy: false | string[] | ((address: string) => boolean);
}

const BODY_BYTES = 1_048_576;
/** Answers are data: no browser shall take one for a page, or show it within one. */
const NOT_A_PAGE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Builds the service. It listens to nothing yet, and answers every error below `/rapi` as JSON:API. */
export function buildApp(options: AppOptions): FastifyInstance {
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
  mountHealth(app, options.tenants);
  mountDocs(app);
  app.register(async (scope) => mountApi(scope, options), { prefix: '/rapi' });
  return app;
}

function mountApi(app: FastifyInstance, options: AppOptions) {
  const { admit, contextOf } = admission(options);
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(NOT_A_PAGE);
  });
  app.addHook('onRequest', admit);
  app.removeAllContentTypeParsers();
  // Bodies stay bytes until their route has been found and its rules have been met.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
  app.setNotFoundHandler(async () => {});

  const api: Api = { app, all: new Map(), paths: new Map(), tags: new TagMemory(), contextOf };
  mount(api, rooms, roomHooks);
  mount(api, messages, messageHooks);
  mount(api, users, userHooks);
  mount(api, drafts, draftHooks);
  mount(api, suggestions, suggestionHooks);
  mount(api, clients, clientHooks(options.mintToken));
  mount(api, keywords, keywordHooks);
  closePaths(api);
}
