import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aKeyword } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { createService, type TestService } from '#test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
  await aKeyword(service.db);
});
afterAll(() => service.close());

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
  test('carries a weak tag, and is to be asked for again', async () => {
    const { headers } = await get(path);
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]+"$/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test('is answered 304 without a body to who has it', async () => {
    const tag = await tagOf(path);
    for (const held of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const { status, headers, document } = await get(path, held);
      expect([status, document]).toEqual([304, undefined]);
      expect(headers.get('etag')).toBe(tag);
    }
    expect((await get(path, 'W/"other"')).status).toBe(200);
  });
});

test('304 costs one question to the database, of the token and whether anything was written', async () => {
  const queries = engine === 'SQLite' ? vi.spyOn(StatementSync.prototype, 'all') : vi.spyOn(Client.prototype, 'query');
  // On PostgreSQL, writes of concurrent tests to other databases also invalidate the tag, so retry.
  await vi.waitFor(async () => {
    const tag = await tagOf('/rooms?include=users');
    queries.mockClear();
    expect((await get('/rooms?include=users', tag)).status).toBe(304);
    expect(queries.mock.calls).toHaveLength(1);
  }, 60_000);
  queries.mockRestore();
});

test('a write gives what it changed another tag, and leaves the others', async () => {
  const [list, rooms] = [await tagOf('/master_keywords'), await tagOf('/rooms')];
  await aKeyword(service.db);
  expect((await get('/master_keywords', list)).status).toBe(200);
  expect((await get('/rooms', rooms)).status).toBe(304);
});

test('callers who may do different things have different tags', async () => {
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

test('writes carry no tag', async () => {
  const { headers } = await service.send('POST', '/master_keywords', {
    body: { data: { type: 'master_keywords', attributes: { key_name: 'x' } } },
  });
  expect(headers.get('etag')).toBeNull();
});

test('HEAD answers as GET does, without the body', async () => {
  const { status, headers, document } = await service.send('HEAD', '/master_keywords');
  expect([status, document]).toEqual([200, undefined]);
  expect(headers.get('etag')).toBe(await tagOf('/master_keywords'));
});
