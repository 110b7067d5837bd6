import type { FastifyInstance } from 'fastify';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { messages } from '#contract/messages.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { users } from '#contract/users.ts';
import type { mintToken } from './access/tokens.ts';
import { type AdmissionOptions, admission } from './admission.ts';
import { compressAnswers } from './compress-answers.ts';
import { mountHealth } from './health.ts';
import { buildHttpApp, type HttpOptions } from './http-app.ts';
import { type Api, closePaths } from './jsonapi/api.ts';
import { TagMemory } from './jsonapi/etag.ts';
import { mount } from './jsonapi/mount.ts';
import { mountDocs } from './openapi/mount-docs.ts';
import { clientHooks } from './resources/clients.ts';
import { draftHooks } from './resources/drafts.ts';
import { keywordHooks } from './resources/keywords.ts';
import { messageHooks } from './resources/messages.ts';
import { roomHooks } from './resources/rooms.ts';
import { suggestionHooks } from './resources/suggestions.ts';
import { userHooks } from './resources/users.ts';
import { mountSession } from './session/mount-session.ts';

export interface AppOptions extends HttpOptions, AdmissionOptions {
  mintToken: typeof mintToken;
}

/** Builds the service without listening. Every error below `/rapi` is a JSON:API document. */
export function buildApp(options: AppOptions): FastifyInstance {
  const app = buildHttpApp(options);
  mountHealth(app, options.tenants);
  mountDocs(app);
  if (options.seal) mountSession(app, options.seal, 'embedded');
  app.register(
    async (scope) => {
      await compressAnswers(scope);
      mountApi(scope, options);
    },
    { prefix: '/rapi' },
  );
  return app;
}

function mountApi(app: FastifyInstance, options: AppOptions) {
  const { admit, contextOf } = admission(options);
  app.addHook('onRequest', admit);
  app.removeAllContentTypeParsers();
  // Bodies stay raw bytes until the request is routed and authorized.
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
