import { beforeAll, describe, expect, test, vi } from 'vitest';
import { aKeyword } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile } from '#test/service.ts';
import { countQueries } from './count-queries.ts';

const service = await serviceForFile();
beforeAll(async () => {
  await aKeyword(service.db);
});

const get = (path: string, tag?: string) =>
  service.send('GET', path, { headers: tag === undefined ? {} : { 'if-none-match': tag } });
const tagOf = async (path: string) => (await get(path)).headers.get('etag') ?? '';

describe.each([
  '/master_keywords',
  '/master_keywords/1',
  '/rooms/room_counts',
  '/rooms/1/relationships/users',
  '/rooms/1/history',
])('%s', (path) => {
  test('has a weak ETag and must be revalidated', async () => {
    const { headers } = await get(path);
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]+"$/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test('answers 304 without a body to a matching If-None-Match', async () => {
    const tag = await tagOf(path);
    for (const held of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const { status, headers, document } = await get(path, held);
      expect([status, document]).toEqual([304, undefined]);
      expect(headers.get('etag')).toBe(tag);
    }
    expect((await get(path, 'W/"other"')).status).toBe(200);
  });
});

test('a 304 costs one query, for the token and the data version', async () => {
  // On PostgreSQL, writes of concurrent tests to other databases also invalidate the tag, so retry.
  await vi.waitFor(async () => {
    const tag = await tagOf('/rooms?include=users');
    const queries = await countQueries(async () => expect((await get('/rooms?include=users', tag)).status).toBe(304));
    // On PostgreSQL, the time limits, the query and the commit travel in one message.
    expect(queries).toBe(engine === 'SQLite' ? 1 : 3);
  }, 60_000);
});

test('a write changes the ETags of affected resources only', async () => {
  const [list, rooms] = [await tagOf('/master_keywords'), await tagOf('/rooms')];
  await aKeyword(service.db);
  expect((await get('/master_keywords', list)).status).toBe(200);
  expect((await get('/rooms', rooms)).status).toBe(304);
});

test('callers with different permissions get different ETags', async () => {
  const tags = new Set<string | null>();
  for (const as of ['agent', 'reviewer', 'admin'] as const) {
    const { headers } = await service.send('GET', '/rooms', { as });
    tags.add(headers.get('etag'));
    expect(
      (await service.send('GET', '/rooms', { as, headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
    ).toBe(304);
  }
  expect(tags.size).toBe(3);
});

test('responses to writes have no ETag', async () => {
  const { headers } = await service.create('master_keywords', { key_name: 'x' });
  expect(headers.get('etag')).toBeNull();
});

test('HEAD answers like GET, without the body', async () => {
  const { status, headers, document } = await service.send('HEAD', '/master_keywords');
  expect([status, document]).toEqual([200, undefined]);
  expect(headers.get('etag')).toBe(await tagOf('/master_keywords'));
});
