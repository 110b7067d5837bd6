import { hash } from 'node:crypto';
import { Transform } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import { errorCodes, type FastifyInstance, type FastifyRequest, type RequestPayload } from 'fastify';
import { API_PREFIX } from '#contract/document.ts';
import { BODY_BYTES, buildHttpApp, type HttpOptions } from '../http/http-app.ts';
import { requireAllowedIp, validateTarget } from '../http/request-checks.ts';
import { methodNotAllowed, unknownUrl } from '../jsonapi/document/problem.ts';
import { hasBody } from '../jsonapi/request/negotiation.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import {
  limitRequests,
  NO_LIMITS,
  networkOf,
  type RateLimitSubject,
  type RequestLimits,
} from '../limits/request-limits.ts';
import { mountHealth } from '../monitoring/health.ts';
import { mountDocs } from '../openapi/mount-docs.ts';
import { mountSession } from '../session/mount-session.ts';
import { readToken } from '../session/read-token.ts';
import type { Seal } from '../session/seal.ts';
import { CLEAR_CACHE_HEADERS, hasSessionCookie } from '../session/session-cookie.ts';
import { forwardResponse, replaceResponse } from './forward-response.ts';
import { forwardRequestHeaders, forwardResponseHeaders } from './forwarded-headers.ts';
import { toGatewayError } from './gateway-errors.ts';
import { probeUpstream } from './probe-upstream.ts';
import { abortOnDisconnect, type UpstreamTimeouts, upstreamClient } from './upstream-client.ts';
import type { Upstream } from './upstream-url.ts';

export interface GatewayOptions extends HttpOptions {
  upstream: Upstream;
  isAllowedAddress(ip: string): boolean;
  /** Seals the session cookies. */
  seal: Seal;
  timeouts?: UpstreamTimeouts;
  /** Undefined for no limits. */
  rateLimits?: RateLimits;
}

const DEFAULT_TIMEOUTS: UpstreamTimeouts = { connectMs: 5_000, headersMs: 10_000, bodyMs: 30_000 };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Resources, ids and actions. Excludes encoded characters and dot segments, which servers may resolve differently. */
const PATH = /^(\/[\w~:-][\w~:.-]*)+$/;

/** Builds the gateway, which forwards the API of one tenant and has no database. Does not listen yet. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const app = buildHttpApp(options);
  const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS;
  mountHealth(app, { ping: async () => {}, findFaults: () => probeUpstream(options.upstream, timeouts) });
  mountDocs(app);
  mountSession(app, options.seal);
  app.register(
    async (scope) => {
      const { rateLimits } = options;
      mountProxy(scope, options, rateLimits ? await limitRequests(scope, rateLimits, undefined) : NO_LIMITS);
    },
    { prefix: '/rapi' },
  );
  return app;
}

function mountProxy(
  app: FastifyInstance,
  { upstream, isAllowedAddress, seal, timeouts = DEFAULT_TIMEOUTS }: GatewayOptions,
  limits: RequestLimits,
) {
  app.addHook('onRequest', async (request, reply) => {
    validateTarget(request);
    requireAllowedIp(request, isAllowedAddress);
    limits.refuseExceeded(request);
    const token = await readToken(request, seal);
    await limits.checkCaller(request, reply, forwardedCaller(request, token));
    validatePath(request);
    request.headers['x-access-token'] = token;
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
      onError: (reply, { error }) => reply.send(toGatewayError(error, timeouts.headersMs)),
    },
    handler: (request, reply, target, replyOptions) => {
      // Many clients send a content type without a body.
      if (!hasBody(request.headers)) request.body = undefined;
      const onResponse: NonNullable<typeof replyOptions.onResponse> = (_request, _reply, { stream }) => {
        if (!isRejectedToken(request, reply.statusCode)) {
          if (reply.statusCode === 401 && hasSessionCookie(request, seal)) reply.headers(CLEAR_CACHE_HEADERS);
          return forwardResponse(reply, stream, upstream);
        }
        // The connection may break while the failure is counted; an unhandled error would end the process.
        stream.on('error', () => {});
        limits.countFailure(request).then(
          () => forwardResponse(reply, stream, upstream),
          (error) => replaceResponse(reply, stream, error),
        );
      };
      return abortOnDisconnect(reply.raw, () => reply.from(target, { ...replyOptions, onResponse }));
    },
  });
}

/**
 * The caller of a request: its token, else its address. Tokens count as staff, as only the tenant knows their role.
 */
function forwardedCaller({ ip }: FastifyRequest, token: string | undefined): RateLimitSubject {
  return token === undefined
    ? { id: `address ${networkOf(ip)}`, isGuest: true }
    : { id: `token ${hash('sha256', token, 'base64url')}`, isGuest: false };
}

/** True if the tenant rejected a token from the request's header. One from a session cookie was not guessed. */
const isRejectedToken = ({ raw }: FastifyRequest, status: number) =>
  status === 401 && raw.rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'x-access-token');

function validatePath({ url, method }: FastifyRequest) {
  const [path = ''] = url.split('?', 1);
  const rest = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : undefined;
  const isService = rest === '' || rest === '/';
  if (rest === undefined || !(isService || PATH.test(rest))) throw unknownUrl();
  if (!METHODS.includes(method)) throw methodNotAllowed(METHODS);
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
