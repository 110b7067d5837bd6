import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { openConnection, signIn } from '#src/api/connection.ts';
import { request } from '#src/api/request.ts';
import { fetchLinked } from '#src/api/tenant/linked-records.ts';
import { parseOne } from '#src/api/tenant/parse-document.ts';
import { checkToken } from '#src/features/connections/use-sign-in.ts';
import { startUpstream, type Upstream } from '#test/server/gateway-parts.ts';

const TOKEN = 'cs_secret';
const { fetch } = globalThis;
const asked: string[] = [];
let elsewhere: Upstream;
const servers: Upstream[] = [];

beforeEach(async () => {
  asked.length = 0;
  // Node's fetch accepts only Node's AbortSignal, not jsdom's.
  vi.stubGlobal('fetch', (url: string, { signal: _, ...init }: RequestInit) => {
    asked.push(url);
    return fetch(url, init);
  });
  elsewhere = await start((_, response) => response.end('{"data":[]}'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(listener: Parameters<typeof startUpstream>[0]) {
  const server = await startUpstream(listener);
  servers.push(server);
  return server;
}

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i to another server is an error and is not followed',
  async (status) => {
    const tenant = await start((_, response) => response.writeHead(status, { location: elsewhere.origin }).end());
    signIn(tenant.origin, TOKEN);
    for (const method of ['GET', 'PUT', 'POST'] as const) {
      await expect(request({ method, path: '/rooms' })).rejects.toMatchObject({ kind: 'unreachable' });
    }
    expect([tenant.seen.length, elsewhere.seen.length]).toEqual([3, 0]);
  },
);

test('links to other servers are not followed', async () => {
  const tenant = await start((_, response) => response.end('{"data":{"type":"rooms","id":"1"}}'));
  signIn(tenant.origin, TOKEN);
  const url = `${tenant.origin}/rapi/v1/support_draft_messages/1`;
  const { host } = new URL(elsewhere.origin);
  const follow = async (related: unknown) => {
    const data = { type: 'support_draft_messages', id: '1', relationships: { room: { links: { related } } } };
    const answer = { status: 200, url, body: { data }, location: undefined };
    const page = { rows: [parseOne(drafts, answer)], included: {} };
    await fetchLinked(drafts, page, ['room'], answer, undefined, () => undefined);
  };
  const hostile = [
    ...[
      `${elsewhere.origin}/rapi/v1/rooms/1`,
      `//${host}/rapi/v1/rooms/1`,
      `/\\${host}/rapi/v1/rooms/1`,
      `\\\\${host}`,
    ],
    ...[`${tenant.origin}@${host}/rapi/v1/rooms/1`, `${tenant.origin}.evil.example/rapi/v1/rooms/1`, '../../../admin'],
    ...['javascript:alert(1)', 'data:application/json,{}', '//[', 7, null, { href: `//${host}/rapi/v1/rooms/1` }],
    ...[`${tenant.origin}/rapi/v1evil/rooms/1`, `${tenant.origin}/other/rapi/v1/rooms/1`, '/rapi/v1/../../admin'],
  ];
  for (const related of hostile) await follow(related);
  expect([asked, elsewhere.seen.length]).toEqual([[], 0]);
  await follow('/rapi/v1/rooms/1');
  expect(asked).toEqual([`${tenant.origin}/rapi/v1/rooms/1`]);
});

test('a token is sent only to the address it was entered for', async () => {
  signIn(elsewhere.origin, TOKEN);
  const { port } = new URL(elsewhere.origin);
  for (const other of [`http://localhost:${port}`, `${elsewhere.origin}/desk`, `http://127.0.0.1:${Number(port) + 1}`])
    expect(openConnection(other)).toBeUndefined();
});

test.each(['', ' ', 'a b', 'a\nb', 'a\r\nX-Evil: 1', 'schlüssel', 'a\0', 'токен', 'a\u200B', '＝'])(
  'the token %j is rejected without a request',
  async (token) => {
    await expect(checkToken(elsewhere.origin, token, false)).rejects.toMatchObject({
      at: 'token',
      reason: 'malformed',
    });
    expect(asked).toEqual([]);
  },
);
