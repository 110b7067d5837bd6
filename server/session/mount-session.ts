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
/** Cheap, and open to everybody whom a tenant may have on its staff. */
const PROBE = `${API_PREFIX}/support_draft_messages?page[size]=1`;
/** What can travel in a header, and in a cookie once it is sealed. */
const TOKEN = /^[\x21-\x7e]{1,2048}$/;

/**
 * `POST /session` keeps a token in a cookie that no page can read, `DELETE /session` forgets it, and `GET /config.json`
 * tells the dashboard that there is such a thing.
 */
export function mountSession(app: FastifyInstance, seal: Seal, mode: 'embedded' | 'gateway'): void {
  // Without its hook, which would read every request's cookies.
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
    // Before the body is read: another site's page learns nothing of what it sent.
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
  // The whole way that a request of this caller goes, in the gateway to the tenant and back.
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

/** The token of `{"token": "…"}`. Throws 400 for another body and 422 for what is no token. */
function readBody(body: unknown) {
  const value = Buffer.isBuffer(body) ? readJson(body) : undefined;
  if (typeof value !== 'object' || value === null || !('token' in value) || typeof value.token !== 'string') {
    throw problem(400, '400', 'The body must be {"token": "…"}.');
  }
  if (TOKEN.test(value.token)) return value.token;
  const detail = 'A token is up to 2,048 letters, digits and signs of ASCII, without blanks.';
  throw problem(422, '100', detail, { source: { pointer: '/token' } });
}

/** Whether the interface knows the token, although it may not let its holder see drafts. Throws 502 for no interface. */
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
