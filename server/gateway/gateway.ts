import { Transform } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import { errorCodes, type FastifyInstance, type FastifyRequest, type RequestPayload } from 'fastify';
import { API_PREFIX } from '#contract/document.ts';
import { BODY_BYTES, buildHttpApp, type HttpOptions } from '../http/http-app.ts';
import { requireAllowedIp, validateTarget } from '../http/request-checks.ts';
import { errorObject, Problem, problem } from '../jsonapi/document/problem.ts';
import { mountHealth } from '../monitoring/health.ts';
import { mountDocs } from '../openapi/mount-docs.ts';
import { mountSession } from '../session/mount-session.ts';
import { readToken } from '../session/read-token.ts';
import type { Seal } from '../session/seal.ts';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  hasBody,
  isData,
  RESPONSE_HEADERS,
} from './forwarded-headers.ts';
import { badGateway, notData, toGatewayError } from './gateway-errors.ts';
import { reachUpstream } from './reach-upstream.ts';
import { abortOnDisconnect, type UpstreamTimeouts, upstreamClient } from './upstream-client.ts';
import type { Upstream } from './upstream-url.ts';

export interface GatewayOptions extends HttpOptions {
  upstream: Upstream;
  isAllowedAddress(ip: string): boolean;
  /** Seals the session cookies. */
  seal: Seal;
  timeouts?: UpstreamTimeouts;
}

const DEFAULT_TIMEOUTS: UpstreamTimeouts = { connectMs: 5_000, headersMs: 10_000, bodyMs: 30_000 };
const REDIRECTED = 'The tenant’s server redirects requests to another URL. Set UPSTREAM_URL to the redirect’s target.';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Resources, ids and actions. Excludes encoded characters and dot segments, which servers may resolve differently. */
const PATH = /^(\/[\w~:-][\w~:.-]*)+$/;

/** Builds the gateway, which forwards the API of one tenant and has no database. Does not listen yet. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const app = buildHttpApp(options);
  const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS;
  mountHealth(app, { ping: async () => {}, findFaults: () => reachUpstream(options.upstream, timeouts) });
  mountDocs(app);
  mountSession(app, options.seal);
  app.register(async (scope) => mountProxy(scope, options), { prefix: '/rapi' });
  return app;
}

function mountProxy(
  app: FastifyInstance,
  { upstream, isAllowedAddress, seal, timeouts = DEFAULT_TIMEOUTS }: GatewayOptions,
) {
  app.addHook('onRequest', async (request) => {
    validateTarget(request);
    requireAllowedIp(request, isAllowedAddress);
    validatePath(request);
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
    routes: ['/', '/*'],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: upstreamClient(timeouts),
    replyOptions: {
      // Disables the proxy's retries: it would repeat a 503 up to ten times.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, { host }) => forwardRequestHeaders(request.headers, host),
      rewriteHeaders: (headers) => forwardResponseHeaders(headers, upstream),
      onResponse: (_, reply, { stream }) => {
        const { statusCode } = reply;
        if (!isRedirect(statusCode) && isData(reply.getHeader('content-type'))) return reply.send(stream);
        stream.destroy();
        for (const name of RESPONSE_HEADERS) reply.removeHeader(name);
        // A client that follows the redirect would send its token to an unknown host.
        return reply.send(isRedirect(statusCode) ? badGateway(REDIRECTED) : notData(statusCode));
      },
      onError: (reply, { error }) => reply.send(toGatewayError(error, timeouts.headersMs)),
    },
    handler: (request, reply, target, replyOptions) => {
      // Many clients send a content type without a body.
      if (!hasBody(request.headers)) request.body = undefined;
      return abortOnDisconnect(reply.raw, () => reply.from(target, replyOptions));
    },
  });
}

function validatePath({ url, method }: FastifyRequest) {
  const [path = ''] = url.split('?', 1);
  const rest = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : undefined;
  const isService = rest === '' || rest === '/';
  if (rest === undefined || !(isService || PATH.test(rest)))
    throw problem(404, '404', 'Nothing was found at this URL.');
  if (METHODS.includes(method)) return;
  const allow = METHODS.join(', ');
  throw new Problem(405, [errorObject(405, '405', `This URL allows only ${allow}.`)], { allow });
}

/** Passes the body through, limited to `BODY_BYTES`: 413 by its `Content-Length`, or while streaming if chunked. */
function limitBody({ headers }: FastifyRequest, payload: RequestPayload): RequestPayload {
  const length = headers['content-length'];
  if (Number(length ?? 0) > BODY_BYTES) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  if (length !== undefined || headers['transfer-encoding'] === undefined) return payload;
  let bytes = 0;
  return payload.pipe(
    new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length;
        done(bytes > BODY_BYTES ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, chunk);
      },
    }),
  );
}

const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;
