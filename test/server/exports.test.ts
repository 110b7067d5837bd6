import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { addCopies, aHeavyRoom, aKeyword, aMessage, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';
import { historyOf, sendWithoutReading } from './unread-response.ts';

const service = await serviceForFile();
const { db, send } = service;
const HEADERS = { 'x-purpose': 'export' };

const exported = (path: string, as: Role = 'agent', headers = {}) =>
  send('GET', path, { as, headers: { ...HEADERS, ...headers } });
let last = 0;
const newEvents = async () => {
  const events = await db.selectFrom('events').selectAll().where('id', '>', last).orderBy('id').execute();
  last = events.at(-1)?.id ?? last;
  return events.map(({ user_id, role, action, record_type, record_id, fields_before, fields_after }) => {
    return { user_id, role, action, record_type, record_id, fields_before, after: JSON.parse(fields_after ?? 'null') };
  });
};
beforeEach(newEvents);

test('the first page of an export is recorded, with its filter, order and count', async () => {
  for (const key_name of ['refund', 'refunds', 'parcel']) await aKeyword(db, { key_name });
  const query = 'filter[id]=1,2&sort=-key_name&page[size]=1';
  expect(await exported(`/master_keywords?${query}`)).toMatchObject({ status: 200, meta: { record_count: 2 } });
  expect(await newEvents()).toEqual([
    {
      user_id: service.userIds.agent,
      role: 'agent',
      action: 'export',
      record_type: 'master_keywords',
      record_id: null,
      fields_before: null,
      after: { path: '/rapi/v1/master_keywords', filter: { id: '1,2' }, sort: ['-key_name'], record_count: 2 },
    },
  ]);
  expect((await exported(`/master_keywords?${query}&page[number]=2`)).status).toBe(200);
  expect(await newEvents()).toEqual([]);
});

test('lists below a record are recorded with their path', async () => {
  const room = await aRoom(db);
  await aMessage(db, { room_id: room.id });
  expect((await exported(`/rooms/${room.id}/history`)).status).toBe(200);
  const after = { path: `/rapi/v1/rooms/${room.id}/history`, record_count: 1 };
  expect(await newEvents()).toMatchObject([{ action: 'export', record_type: 'messages', after }]);
});

test('a count that is only a minimum is recorded as a minimum', async () => {
  const room = await aRoom(db);
  await addCopies(db, 'messages', await aMessage(db, { room_id: room.id }), 10_500);
  expect((await exported(`/messages?filter[room_id]=${room.id}`)).status).toBe(200);
  const after = { record_count: 10_000, record_count_is_minimum: true };
  expect(await newEvents()).toMatchObject([{ action: 'export', after }]);
});

test('nothing is recorded for HEAD requests and guests, whose lists may still come from the cache', async () => {
  const path = '/messages?page[size]=2';
  expect((await send('HEAD', path, { as: 'agent', headers: HEADERS })).status).toBe(200);
  const etag = (await exported(path, 'guest')).headers.get('etag') ?? '';
  expect((await exported(path, 'guest', { 'if-none-match': etag })).status).toBe(304);
  expect(await newEvents()).toEqual([]);
});

test('nothing is recorded for an export that is refused while earlier responses are unread', async () => {
  const path = historyOf(await aHeavyRoom(db, 15));
  const origin = await service.listen();
  const unread = [];
  const headers = ['X-Purpose: export'];
  for (let count = 0; count < 4; count += 1)
    unread.push(await sendWithoutReading(origin, service.tokens.agent, path, { headers }));
  for (const { socket } of unread) socket.destroy();
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(await newEvents()).toHaveLength(3);
  // The service refuses this caller’s reads until it has noticed the closed connections.
  await expect.poll(async () => (await send('GET', '/rooms', { as: 'agent' })).status).toBe(200);
});

test('an export is never answered from a cache, so that each one is recorded', async () => {
  const path = '/master_keywords?page[size]=2';
  const etag = (await send('GET', path, { as: 'agent' })).headers.get('etag') ?? '';
  expect((await send('GET', path, { as: 'agent', headers: { 'if-none-match': etag } })).status).toBe(304);
  for (let count = 0; count < 2; count += 1) {
    const { status, headers } = await exported(path, 'agent', { 'if-none-match': etag });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
  expect(await newEvents()).toHaveLength(2);
});

test.each<[string, Role, Record<string, string>, number]>([
  ['/master_keywords', 'agent', {}, 200],
  ['/master_keywords', 'agent', { 'x-purpose': 'prefetch' }, 200],
  ['/master_keywords?filter[none]=1', 'agent', HEADERS, 400],
  ['/master_keywords', 'guest', HEADERS, 403],
  ['/users/1', 'agent', HEADERS, 200],
  ['', 'agent', HEADERS, 200],
])('nothing is recorded for %s by %s with %j', async (path, as, headers, expected) => {
  expect((await send('GET', path, { as, headers })).status).toBe(expected);
  expect(await newEvents()).toEqual([]);
});

test('an export that cannot be recorded is refused', async () => {
  await db.schema.alterTable('events').renameTo('events_away').execute();
  const refused = await exported('/master_keywords?page[size]=3');
  await db.schema.alterTable('events_away').renameTo('events').execute();
  expect([refused.status, refused.records]).toEqual([500, []]);
  expect((await exported('/master_keywords?page[size]=3')).status).toBe(200);
});
