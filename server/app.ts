import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { messages } from '#contract/messages.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { users } from '#contract/users.ts';
import { type AuthenticationOptions, authentication } from './http/authenticate.ts';
import { buildHttpApp, type HttpOptions } from './http/http-app.ts';
import type { Api } from './jsonapi/api.ts';
import { mount } from './jsonapi/mount.ts';
import { deadlineAfter } from './jsonapi/request/deadline.ts';
import { EtagCache } from './jsonapi/request/etag.ts';
import { addMethodNotAllowedRoutes } from './jsonapi/request/refused-routes.ts';
import { BROTLI_OPTIONS, GZIP_OPTIONS } from './lib/compression.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { limitRequests, NO_LIMITS, type RequestLimits } from './limits/request-limits.ts';
import { mountHealth } from './monitoring/health.ts';
import { mountDocs } from './openapi/mount-docs.ts';
import { clientHooks } from './resources/clients.ts';
import { draftHooks } from './resources/drafts.ts';
import { keywordHooks } from './resources/keywords.ts';
import { messageHooks } from './resources/messages.ts';
import { roomHooks } from './resources/rooms.ts';
import { suggestionHooks } from './resources/suggestions.ts';
import { userHooks } from './resources/users.ts';
import { mountServiceDocument } from './service-document.ts';
import { mountSession } from './session/mount-session.ts';
import { storedSessions } from './session/stored-sessions.ts';

/** Smaller responses take longer to compress than to send. */
const MIN_COMPRESSED_BYTES = 2_048;

export interface AppOptions extends HttpOptions, AuthenticationOptions {
  /** Undefined for no limits. */
  rateLimits?: RateLimits;
}

/** Builds the service without listening. Every error below `/rapi` is a JSON:API document. */
export function buildApp(options: AppOptions): FastifyInstance {
  const app = buildHttpApp(options);
  mountHealth(app, options.tenants);
  mountDocs(app);
  app.register(async (scope) => {
    const { rateLimits, seal, tenants } = options;
    const limits = rateLimits ? await limitRequests(scope, rateLimits, tenants.counters) : NO_LIMITS;
    if (seal) mountSession(scope, seal, storedSessions(options, limits));
    scope.register(
      async (api) => {
        await compressResponses(api);
        mountApi(api, options, limits);
      },
      { prefix: '/rapi' },
    );
  });
  return app;
}

function mountApi(app: FastifyInstance, options: AppOptions, limits: RequestLimits) {
  const { authenticate, contextOf } = authentication(options, limits);
  app.addHook('onRequest', authenticate);
  app.removeAllContentTypeParsers();
  // Bodies stay raw bytes until the request is routed and authorized.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
  app.setNotFoundHandler(async () => {});

  const withDeadline = deadlineAfter(options.deadlineMs);
  const api: Api = { app, configs: new Map(), paths: new Map(), etags: new EtagCache(), withDeadline, contextOf };
  mountServiceDocument(api);
  mount(api, rooms, roomHooks);
  mount(api, messages, messageHooks);
  mount(api, users, userHooks);
  mount(api, drafts, draftHooks);
  mount(api, suggestions, suggestionHooks);
  mount(api, clients, clientHooks);
  mount(api, keywords, keywordHooks);
  addMethodNotAllowedRoutes(api);
}

/**
 * Compresses responses of the routes added afterwards, if large enough and accepted by the client. Request bodies are
 * never decompressed, which rules out zip bombs.
 */
async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    brotliOptions: BROTLI_OPTIONS,
    zlibOptions: GZIP_OPTIONS,
  });
}
