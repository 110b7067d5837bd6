import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { checkAddress } from '../guard.ts';
import { errorObject, Problem, problem } from '../jsonapi/problem.ts';
import { readJson } from '../jsonapi/read-json.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { Seal } from './seal.ts';
import { clearCookie, writeCookie } from './session-cookie.ts';

const BODY_BYTES = 4_096;
/** A cheap request that every staff role is allowed. */
const PROBE = `${API_PREFIX}/support_draft_messages?page[size]=1`;
/** Characters allowed in a header, and short enough for a sealed cookie. */
const TOKEN = /^[\x21-\x7e]{1,2048}$/;

/**
 * `POST /session` stores a token in an HttpOnly cookie, `DELETE /session` clears it, and `GET /config.json` announces
 * session support to the dashboard.
 */
export function mountSession(app: FastifyInstance, seal: Seal, mode: 'embedded' | 'gateway'): void {
  // Its hook would parse the cookies of every request.
  app.register(fastifyCookie, { hook: false });
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.setErrorHandler((error: { statusCode?: number }) => {
      if (error.statusCode === 413) throw problem(413, '413', `The body may be ${BODY_BYTES / 1_024} KiB at most.`);
      if (error.statusCode === 415) throw problem(406, '406', 'The body must be sent as application/json.');
      throw error;
    });

    scope.get('/config.json', async () => ({ session: true, mode }));
    // `onRequest` runs before the body is read: a cross-site page learns nothing about what it sent.
    const options = { bodyLimit: BODY_BYTES, onRequest: async (request: FastifyRequest) => admit(request) };
    scope.post('/session', options, (request, reply) => signIn(app, seal, request, reply));
    scope.delete('/session', options, async (request, reply) => {
      return reply.code(204).header('set-cookie', clearCookie(request, seal)).send();
    });
    scope.get('/session', async () => {
      throw new Problem(405, [errorObject(405, '405', 'This address takes POST, DELETE.')], { allow: 'POST, DELETE' });
    });
  });
}

function admit(request: FastifyRequest) {
  checkAddress(request);
  requireSameOrigin(request);
}

async function signIn(app: FastifyInstance, seal: Seal, request: FastifyRequest, reply: FastifyReply) {
  const token = readBody(request.body);
  // Sends a request through the whole stack; in a gateway, to the tenant and back.
  const answer = await app.inject({
    url: PROBE,
    remoteAddress: request.ip,
    headers: { host: request.headers.host, accept: MEDIA_TYPE, 'x-access-token': token },
  });
  const { statusCode, headers, rawPayload } = answer;
  if (!isSignedIn(statusCode, answer.body)) {
    for (const name of ['content-type', 'retry-after', 'date']) reply.header(name, headers[name]);
    return reply.code(statusCode).send(rawPayload);
  }
  return reply
    .code(204)
    .header('set-cookie', await writeCookie(request, seal, token))
    .send();
}

/** Reads the token from `{"token": "…"}`. Throws 400 for any other body and 422 for a malformed token. */
function readBody(body: unknown) {
  const value = Buffer.isBuffer(body) ? readJson(body) : undefined;
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string') {
    throw problem(400, '400', 'The body must be {"token": "…"}.');
  }
  if (TOKEN.test(value.token)) return value.token;
  const detail = 'A token is up to 2,048 letters, digits and signs of ASCII, without blanks.';
  throw problem(422, '100', detail, { source: { pointer: '/token' } });
}

/**
 * True if the API accepts the token, even if its holder may not read drafts. Throws 502 if the response is not from a
 * tenant's API.
 */
function isSignedIn(status: number, body: string) {
  const isRead = status >= 200 && status < 300;
  if (!isRead && status !== 403) return false;
  const document = parseDocument(body);
  if (status === 403) return !/invalid ip address/i.test(JSON.stringify(document?.errors ?? ''));
  if (document?.data !== undefined) return true;
  throw problem(502, 'gateway_unreachable', 'What answers there is not the interface of a tenant.', {
    title: 'Bad Gateway',
  });
}

function parseDocument(body: string): { data?: unknown; errors?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
