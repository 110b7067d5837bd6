import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDraft } from '#test/builders.ts';
import { createService, type TestService } from '#test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
  const { room_id } = await aDraft(service.db);
  for (let number = 0; number < 40; number++) await aDraft(service.db, { room_id });
});
afterAll(() => service.close());

const LIST = '/rapi/v1/support_draft_messages?page[size]=30';

/** The response as encoded on the wire. */
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({
    url,
    headers: { host: new URL(service.origin).host, 'x-access-token': service.tokens.admin, ...headers },
  });

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a list for who takes %s comes as %s, and says the same', async (accepted, encoding, decompress) => {
  const plain = await get(LIST);
  const packed = await get(LIST, { 'accept-encoding': accepted });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers['content-encoding']).toBe(encoding);
  expect(packed.headers.vary).toContain('accept-encoding');
  expect(packed.headers.etag).toBe(plain.headers.etag);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(decompress(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
});

test('who takes no compression that is known here, or none at all, is answered plainly', async () => {
  for (const accepted of ['identity', 'compress', '', 'br;q=0, gzip;q=0']) {
    const { statusCode, headers } = await get(LIST, { 'accept-encoding': accepted });
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
  }
});

test('short answers, refusals and what is unchanged come as they are', async () => {
  const accept = { 'accept-encoding': 'br' };
  const one = await get('/rapi/v1/support_draft_messages/1', accept);
  const refusal = await get('/rapi/v1/support_draft_messages/none', accept);
  const { etag } = (await get(LIST, accept)).headers;
  const unchanged = await get(LIST, { ...accept, 'if-none-match': String(etag) });
  for (const { headers } of [one, refusal, unchanged]) expect(headers['content-encoding']).toBeUndefined();
  expect([one.statusCode, refusal.statusCode, unchanged.statusCode]).toEqual([200, 404, 304]);
  expect(unchanged.rawPayload).toHaveLength(0);
});

test('what callers send is not unpacked: a small body would become as large as they like', async () => {
  const body = { data: { type: 'master_keywords', attributes: { key_name: 'packed', key_title: null } } };
  const headers = {
    host: new URL(service.origin).host,
    'x-access-token': service.tokens.admin,
    'content-type': 'application/vnd.api+json',
  };
  const send = (payload: Buffer, more = {}) =>
    service.app.inject({ method: 'POST', url: '/rapi/v1/master_keywords', headers: { ...headers, ...more }, payload });
  const text = Buffer.from(JSON.stringify(body));
  expect((await send(gzipSync(text), { 'content-encoding': 'gzip' })).statusCode).toBe(400);
  expect((await send(text)).statusCode).toBe(201);
});
