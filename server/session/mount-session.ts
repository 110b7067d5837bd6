import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { NOT_FROM_API } from '../gateway/gateway-errors.ts';
import { validateTarget } from '../http/request-checks.ts';
import { parseJson } from '../jsonapi/document/parse-json.ts';
import { methodNotAllowed, problem } from '../jsonapi/document/problem.ts';
import { readToken } from './read-token.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { Seal } from './seal.ts';
import { CLEAR_CACHE_HEADERS, clearedCookies, readSessionCookie, sessionCookie } from './session-cookie.ts';
import type { StoredSessions } from './stored-sessions.ts';

const BODY_BYTES = 4_096;
/** A cheap request that every staff role may send. */
const PROBE = `${API_PREFIX}/support_draft_messages?page[size]=1`;
/** Characters allowed in a header, and short enough for a sealed cookie. */
const TOKEN = /^[\x21-\x7e]{1,2048}$/;

/**
 * Mounts sign-in and sign-out by an HttpOnly cookie, and `GET /config.json`, which announces them to the dashboard. With
 * a database, the cookie holds a token of its own, which can be listed and ended; a gateway seals the given token itself.
 */
export function mountSession(app: FastifyInstance, seal: Seal, sessions?: StoredSessions): void {
  // Its hook would parse the cookies of every request.
  app.register(fastifyCookie, { hook: false });
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.setErrorHandler((error: { statusCode?: number }) => {
      if (error.statusCode === 413) throw problem(413, '413', `The body must not exceed ${BODY_BYTES / 1_024} KiB.`);
      if (error.statusCode === 415) throw problem(406, '406', 'The body must be sent as application/json.');
      throw error;
    });

    scope.get('/config.json', async () => ({ session: true, mode: sessions ? 'embedded' : 'gateway' }));
    // `onRequest` runs before the body is read, so that a cross-site page learns nothing about the body it sent.
    const options = { bodyLimit: BODY_BYTES, onRequest: async (request: FastifyRequest) => checkRequest(request) };
    scope.post('/session', options, (request, reply) => signIn({ app, seal, sessions }, request, reply));
    scope.delete('/session', options, async (request, reply) => {
      const token = await readSessionCookie(request, seal);
      // If this fails, the browser keeps the cookie: without it, the open session could not be ended.
      if (token !== undefined) await sessions?.end(request, token);
      reply.headers({ 'set-cookie': clearedCookies(request, seal), ...CLEAR_CACHE_HEADERS });
      return reply.code(204).send();
    });
    if (sessions) mountSessionList(scope, seal, sessions, options);
    else scope.get('/session', async () => Promise.reject(methodNotAllowed(['POST', 'DELETE'])));
  });
}

function mountSessionList(scope: FastifyInstance, seal: Seal, sessions: StoredSessions, options: object) {
  const ownToken = async (request: FastifyRequest) => {
    const token = await readToken(request, seal);
    if (token !== undefined) return token;
    throw problem(401, '401', 'The header X-Access-Token must contain a valid access token.');
  };
  scope.get('/session', async (request, reply) => {
    const token = await ownToken(request);
    return reply.send({ sessions: await sessions.list({ request, reply, token }) });
  });
  scope.delete('/session/:id', options, async (request, reply) => {
    const { id } = request.params as { id: string };
    await sessions.endById({ request, reply, token: await ownToken(request) }, Number(id));
    return reply.code(204).send();
  });
}

function checkRequest(request: FastifyRequest) {
  validateTarget(request);
  requireSameOrigin(request);
}

interface SignInOptions {
  app: FastifyInstance;
  seal: Seal;
  sessions: StoredSessions | undefined;
}

async function signIn({ app, seal, sessions }: SignInOptions, request: FastifyRequest, reply: FastifyReply) {
  const proof = parseProof(request.body);
  const replaced = await readSessionCookie(request, seal);
  if ('code' in proof) {
    if (!sessions) throw problem(401, '401', 'This gateway doesn’t support sign-in codes. Sign in with a token.');
    return sendCookie(await sessions.exchange(request, proof.code, replaced));
  }
  const { token } = proof;
  // Sends a request through the whole stack; in a gateway, to the tenant and back.
  const answer = await app.inject({
    url: PROBE,
    remoteAddress: request.ip,
    headers: { host: request.headers.host, accept: MEDIA_TYPE, 'x-access-token': token },
  });
  const { statusCode, headers, rawPayload } = answer;
  if (!isSignedIn(statusCode, answer.body)) {
    for (const name of ['content-type', 'retry-after', 'date']) {
      if (headers[name] !== undefined) reply.header(name, headers[name]);
    }
    return reply.code(statusCode).send(rawPayload);
  }
  return sendCookie(sessions ? await sessions.start(request, token, replaced) : token);

  async function sendCookie(sessionToken: string) {
    reply.header('set-cookie', await sessionCookie(request, seal, sessionToken));
    return reply.code(204).send();
  }
}

/** Reads `{"token": "…"}` or `{"code": "…"}`. Throws 400 for any other body and 422 for a malformed token or code. */
function parseProof(body: unknown): { token: string } | { code: string } {
  const value = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (typeof value !== 'object' || value === null) throw malformedBody();
  if ('code' in value && typeof value.code === 'string') return { code: checkText(value.code, 'code') };
  if ('token' in value && typeof value.token === 'string') return { token: checkText(value.token, 'token') };
  throw malformedBody();
}

const malformedBody = () => problem(400, '400', 'The body must be {"token": "…"} or {"code": "…"}.');

function checkText(text: string, name: 'token' | 'code') {
  if (TOKEN.test(text)) return text;
  const detail = `A ${name} must have at most 2,048 printable ASCII characters and no spaces.`;
  throw problem(422, '100', detail, { source: { pointer: `/${name}` } });
}

/**
 * True if the API accepts the token, even if its holder may not read drafts. Throws 502 if the response is not from a
 * tenant's API.
 */
function isSignedIn(status: number, body: string) {
  const isRead = status >= 200 && status < 300;
  if (!isRead && status !== 403) return false;
  const document = parseDocument(body);
  if (status === 403) {
    const refusal = JSON.stringify(document?.errors ?? '');
    // Neither refusal says anything about the token.
    return !/invalid ip address/i.test(refusal) && !refusal.includes(`"${NOT_FROM_API}"`);
  }
  if (document?.data !== undefined) return true;
  throw problem(502, 'gateway_unreachable', 'The response is not from a tenant’s API.', {
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
