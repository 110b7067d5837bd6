import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { aDraft } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
beforeAll(async () => {
  const { room_id } = await aDraft(service.db);
  for (let number = 0; number < 40; number++) await aDraft(service.db, { room_id });
});

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
] as const)('Accept-Encoding: %s gets the same list compressed with %s', async (accepted, encoding, decompress) => {
  const plain = await get(LIST);
  const packed = await get(LIST, { 'accept-encoding': accepted });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers['content-encoding']).toBe(encoding);
  expect(packed.headers.vary).toContain('accept-encoding');
  expect(packed.headers.etag).toBe(plain.headers.etag);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(decompress(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
});

test('clients without a supported encoding get an uncompressed response', async () => {
  for (const accepted of ['identity', 'compress', '', 'br;q=0, gzip;q=0']) {
    const { statusCode, headers } = await get(LIST, { 'accept-encoding': accepted });
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
  }
});

test('short responses, errors and 304 are not compressed', async () => {
  const accept = { 'accept-encoding': 'br' };
  const one = await get('/rapi/v1/support_draft_messages/1', accept);
  const refusal = await get('/rapi/v1/support_draft_messages/none', accept);
  const { etag } = (await get(LIST, accept)).headers;
  const unchanged = await get(LIST, { ...accept, 'if-none-match': String(etag) });
  for (const { headers } of [one, refusal, unchanged]) expect(headers['content-encoding']).toBeUndefined();
  expect([one.statusCode, refusal.statusCode, unchanged.statusCode]).toEqual([200, 404, 304]);
  expect(unchanged.rawPayload).toHaveLength(0);
});

test('request bodies are not decompressed: a small body could expand to any size', async () => {
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
