import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PREFIX } from '#contract/document.ts';
import { checkAddress, checkCaller } from '../guard.ts';
import { mountHealth } from '../health.ts';
import { buildHttpApp, type HttpOptions } from '../http-app.ts';
import { errorObject, Problem, problem } from '../jsonapi/problem.ts';
import { mountDocs } from '../openapi/mount-docs.ts';
import { mountSession } from '../session/mount-session.ts';
import { readToken } from '../session/read-token.ts';
import type { Seal } from '../session/seal.ts';
import { gatewayFault, unreachable } from './gateway-faults.ts';
import { limitBody } from './limit-body.ts';
import { BACK, hasBody, headersBack, headersOnward } from './passed-headers.ts';
import { askFor, type Patience, upstreamClient } from './upstream-client.ts';
import type { Upstream } from './upstream-url.ts';

export interface GatewayOptions extends HttpOptions {
  upstream: Upstream;
  isAllowedAddress(ip: string): boolean;
  /** Seals the session cookies. */
  seal: Seal;
  patience?: Patience;
}

const PATIENCE: Patience = { connectMs: 5_000, headersMs: 10_000, bodyMs: 30_000 };
const REDIRECTED =
  'The tenant’s server sends requests on to another address. UPSTREAM_URL must be the one they end at.';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Resources, ids and actions. Excludes encoded characters and dot segments, which servers may resolve differently. */
const PATH = /^(\/[\w~:-][\w~:.-]*)+$/;

/** Builds the gateway, which forwards the API of one tenant and has no database. Does not listen yet. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const app = buildHttpApp(options);
  mountHealth(app, { ping: async () => {} });
  mountDocs(app);
  mountSession(app, options.seal, 'gateway');
  app.register(async (scope) => mountInterface(scope, options), { prefix: '/rapi' });
  return app;
}

function mountInterface(
  app: FastifyInstance,
  { upstream, isAllowedAddress, seal, patience = PATIENCE }: GatewayOptions,
) {
  app.addHook('onRequest', async (request) => {
    checkAddress(request);
    checkCaller(request, isAllowedAddress);
    checkTarget(request);
    request.headers['x-access-token'] = await readToken(request, seal);
  });
  app.addHook('preParsing', async (request, _, payload) => limitBody(request, payload));
  app.setNotFoundHandler(async () => {});
  app.register(httpProxy, {
    prefix: API_PREFIX.slice('/rapi'.length),
    upstream: upstream.origin,
    rewritePrefix: upstream.path + API_PREFIX,
    internalRewriteLocationHeader: false,
    httpMethods: METHODS,
    routes: ['/*'],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: upstreamClient(patience),
    replyOptions: {
      // Disables the proxy's retries: it would repeat a 503 up to ten times.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, { host }) => headersOnward(request.headers, host),
      rewriteHeaders: (headers) => headersBack(headers, upstream),
      onResponse: (_, reply, { stream }) => {
        if (!isRedirect(reply.statusCode)) return reply.send(stream);
        stream.destroy();
        for (const name of BACK) reply.removeHeader(name);
        // A client that follows the redirect would send its token to an unknown host.
        return reply.send(unreachable(REDIRECTED));
      },
      onError: (reply, { error }) => reply.send(gatewayFault(error, patience.headersMs)),
    },
    handler: (request, reply, target, replyOptions) => {
      // Many clients send a content type without a body.
      if (!hasBody(request.headers)) request.body = undefined;
      return askFor(reply.raw, () => reply.from(target, replyOptions));
    },
  });
}

function checkTarget({ url, method }: FastifyRequest) {
  const [path = ''] = url.split('?', 1);
  const isBelow = path.startsWith(`${API_PREFIX}/`) && PATH.test(path.slice(API_PREFIX.length));
  if (!isBelow) throw problem(404, '404', 'There is nothing at this address.');
  if (METHODS.includes(method)) return;
  const allow = METHODS.join(', ');
  throw new Problem(405, [errorObject(405, '405', `This address takes ${allow}.`)], { allow });
}

const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;
