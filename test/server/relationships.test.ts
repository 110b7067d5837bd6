import { describe, expect, test } from 'vitest';
import { aDraft, addCopies, aMember, aMessage, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';
import { countQueries } from './count-queries.ts';

const service = await serviceForFile();
const { db } = service;
const people = [(await aUser(db)).id, (await aUser(db)).id];
const room = (await aRoom(db, {}, people)).id;
const messages: number[] = [];
for (const user_id of people) messages.push((await aMessage(db, { room_id: room, user_id })).id);
const suggestion = (await aSuggestion(db, { room_id: room })).id;
const draft = (await aDraft(db, { room_id: room, created_user_id: people[0] })).id;

const BASE = 'http://harbor.test/rapi/v1';
const users = (ids: readonly number[]) => ids.map((id) => ({ type: 'users', id: String(id) }));

describe('reading', () => {
  test('a to-one relationship', async () => {
    const { status, document } = await service.send('GET', `/suggestions/${suggestion}/relationships/room`);
    const self = `${BASE}/suggestions/${suggestion}`;
    expect(status).toBe(200);
    expect(document).toEqual({
      links: { self: `${self}/relationships/room`, related: `${self}/room` },
      data: { type: 'rooms', id: String(room) },
    });
  });

  test('an empty to-one relationship', async () => {
    const { document } = await service.send('GET', `/support_draft_messages/${draft}/relationships/resolved_user`);
    expect(document).toMatchObject({ data: null });
    const related = await service.send('GET', `/support_draft_messages/${draft}/resolved_user`);
    expect(related).toMatchObject({ status: 200, document: { data: null } });
  });

  test('a to-many relationship', async () => {
    const { records } = await service.send('GET', `/rooms/${room}/relationships/messages`);
    expect(records).toEqual(messages.map((id) => ({ type: 'messages', id: String(id) })));
  });

  test('an empty to-many relationship', async () => {
    const { id } = await aRoom(service.db);
    expect((await service.send('GET', `/rooms/${id}/relationships/users`)).document).toMatchObject({ data: [] });
  });

  test('one related record by the two ids', async () => {
    const { record } = await service.send('GET', `/rooms/${room}/relationships/messages/${messages[1]}`);
    expect(record).toMatchObject({ type: 'messages', id: String(messages[1]) });
    const one = await service.send('GET', `/suggestions/${suggestion}/relationships/room/${room}`);
    expect(one.record).toMatchObject({ type: 'rooms', id: String(room) });
  });

  test('a record that is not related', async () => {
    const other = await aMessage(service.db, { room_id: (await aRoom(service.db)).id });
    expect((await service.send('GET', `/rooms/${room}/relationships/messages/${other.id}`)).status).toBe(404);
    expect((await service.send('GET', `/suggestions/${suggestion}/relationships/room/${room + 1}`)).status).toBe(404);
  });

  test('the related record, with include and fields', async () => {
    const { record, included } = await service.send(
      'GET',
      `/suggestions/${suggestion}/room?include=users&fields[users]=name`,
    );
    expect(record).toMatchObject({ type: 'rooms', id: String(room) });
    expect(included.map((item) => item.id)).toEqual(people.map(String));
  });

  test('related records as a list with paging, filter and sort', async () => {
    const list = `/rooms/${room}/messages`;
    const first = await service.send('GET', `${list}?sort=-id&page[size]=1&include=user`);
    expect(first.records.map((item) => item.id)).toEqual([String(messages[1])]);
    expect(first.meta).toEqual({ record_count: 2, page_count: 2 });
    expect(first.links.next).toBe(`${BASE}${list}?sort=-id&include=user&page%5Bnumber%5D=2&page%5Bsize%5D=1`);
    const filtered = await service.send('GET', `${list}?filter[id]=${messages[0]}`);
    expect(filtered.records).toHaveLength(1);
    expect((await service.send('GET', `/rooms/${room}/users?filter[kind]=visitor`)).records).toEqual([]);
  });

  test.each([
    '/rooms/999999/relationships/users',
    '/rooms/999999/users',
    '/rooms/x/relationships/users/1',
    '/rooms/1/relationships/nonsense',
    '/rooms/1/nonsense',
  ])('%s is not found', async (path) => {
    expect((await service.send('GET', path)).status).toBe(404);
  });
});

describe('writing a to-one relationship', () => {
  const path = () => `/suggestions/${suggestion}/relationships/room`;

  test.each(['PUT', 'PATCH'])('by %s answers the relationship', async (method) => {
    const data = { type: 'rooms', id: String((await aRoom(service.db)).id) };
    const { status, document } = await service.send(method, path(), { body: { data } });
    expect(status).toBe(200);
    expect(document).toMatchObject({ data, links: { self: `${BASE}${path()}` } });
    const { record } = await service.send('GET', `/suggestions/${suggestion}`);
    expect(record.relationships?.room?.data).toEqual(data);
  });

  test.each<[string, object, number, string]>([
    ['null where one is required', { data: null }, 422, '100'],
    ['another type', { data: { type: 'users', id: '1' } }, 400, '116'],
    ['a missing record', { data: { type: 'rooms', id: '999999' } }, 404, '404'],
    ['no data', {}, 400, '106'],
    ['no id', { data: { type: 'rooms' } }, 400, '106'],
    ['a list', { data: [] }, 400, '122'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await service.send('PUT', path(), { body })).toMatchObject({ status, errors: [{ code }] });
  });

  test('with a stale version is refused', async () => {
    const body = { data: { type: 'rooms', id: String(room) }, meta: { version: 'old' } };
    expect(await service.send('PUT', path(), { body })).toMatchObject({
      status: 422,
      errors: [{ code: 'stale_version' }],
    });
  });

  test('is refused if it can only be set on create', async () => {
    const body = { data: { type: 'rooms', id: '1' } };
    expect((await service.send('PUT', `/support_draft_messages/${draft}/relationships/room`, { body })).status).toBe(
      403,
    );
    expect((await service.send('PUT', `/messages/${messages[0]}/relationships/room`, { body })).status).toBe(501);
  });
});

describe('a relationship of a missing record', () => {
  test.each([
    ['PUT', '/rooms/999999/relationships/users'],
    ['POST', '/rooms/999999/relationships/messages'],
    ['DELETE', '/rooms/x/relationships/messages'],
    ['POST', '/rooms/999999/relationships/users'],
    ['PUT', '/support_draft_messages/999999/relationships/room'],
    ['PATCH', '/messages/999999/relationships/room'],
    ['PUT', '/suggestions/999999/relationships/room'],
  ])('%s %s is not found', async (method, path) => {
    expect((await service.send(method, path, { body: { data: [] } })).status).toBe(404);
  });
});

describe('writing a to-many relationship', () => {
  test('adds and removes members idempotently', async () => {
    const { id } = await aRoom(service.db);
    const path = `/rooms/${id}/relationships/users`;
    const write = (method: string, ids: number[]) => service.send(method, path, { body: { data: users(ids) } });
    const answer = (ids: number[]) => ({
      status: 200,
      document: { data: users(ids), links: { self: `${BASE}${path}` } },
    });
    const [first = 0, second = 0] = people;
    expect(await write('POST', [first])).toMatchObject(answer([first]));
    expect(await write('POST', [first, second, second])).toMatchObject(answer([first, second]));
    expect(await write('DELETE', [first])).toMatchObject(answer([second]));
    expect(await write('DELETE', [first])).toMatchObject(answer([second]));
    expect(await write('POST', [])).toMatchObject(answer([second]));
  });

  test.each<[string, string, string, unknown, number, string]>([
    ['replacing', 'PUT', 'users', [], 403, '403'],
    ['replacing', 'PATCH', 'users', [], 403, '403'],
    ['adding messages', 'POST', 'messages', [], 403, '403'],
    ['removing messages', 'DELETE', 'messages', [], 403, '403'],
    ['adding another type', 'POST', 'users', [{ type: 'rooms', id: '1' }], 400, '116'],
    ['adding a missing user', 'POST', 'users', [{ type: 'users', id: '999999' }], 404, '404'],
    ['adding null', 'POST', 'users', [null], 400, '122'],
    ['a thousand and one', 'POST', 'users', Array(1_001).fill({ type: 'users', id: '1' }), 400, '400'],
    ['linkage that is not a list', 'POST', 'users', { type: 'users', id: '1' }, 400, '122'],
  ])('%s by %s of %s', async (_, method, name, data, status, code) => {
    const answer = await service.send(method, `/rooms/${room}/relationships/${name}`, { body: { data } });
    expect(answer).toMatchObject({ status, errors: [{ code }] });
  });

  test('is atomic', async () => {
    const { id } = await aRoom(service.db);
    const path = `/rooms/${id}/relationships/users`;
    const body = { data: [...users(people), { type: 'users', id: '999999' }] };
    expect((await service.send('POST', path, { body })).status).toBe(404);
    expect((await service.send('GET', path)).records).toEqual([]);
  });
});

describe('include', () => {
  test('returns each record once, never a primary one, with full linkage', async () => {
    const { records, included } = await service.send(
      'GET',
      `/rooms?filter[id]=${room}&include=users,messages.user,messages.room`,
    );
    const [record] = records;
    expect(record?.relationships?.users?.data).toEqual(users(people));
    expect(record?.relationships?.messages?.data).toHaveLength(2);
    const keys = included.map((item) => `${item.type}/${item.id}`);
    expect(keys.sort()).toEqual(
      [...messages.map((id) => `messages/${id}`), ...people.map((id) => `users/${id}`)].sort(),
    );
  });

  test('gives included records their linkage', async () => {
    const { included } = await service.send('GET', `/support_draft_messages/${draft}?include=room.users`);
    expect(included.find(({ type }) => type === 'rooms')?.relationships?.users?.data).toEqual(users(people));
  });

  test('returns an empty list if nothing is linked, and none if not requested', async () => {
    const path = `/support_draft_messages/${draft}`;
    expect((await service.send('GET', `${path}?include=resolved_user`)).document).toMatchObject({ included: [] });
    expect((await service.send('GET', path)).document).not.toHaveProperty('included');
    const empty = await service.send('GET', '/clients?filter[id]=999999');
    expect(empty.document).not.toHaveProperty('included');
  });

  test('takes a constant number of queries', async () => {
    const count = async (path: string) => {
      const queries = await countQueries(() => service.send('GET', path));
      expect(queries).toBeGreaterThan(3);
      return queries;
    };
    const one = await count('/support_draft_messages?include=room.users,created_user&page[size]=1');
    for (let number = 0; number < 10; number++) {
      const user = await aUser(db);
      await aDraft(db, { created_user_id: user.id, room_id: (await aRoom(db, {}, [user.id])).id });
    }
    expect(await count('/support_draft_messages?include=room.users,created_user&page[size]=10')).toBeLessThanOrEqual(
      one + 1,
    );
  });

  test('refuses more than 10,000 records', async () => {
    const big = await aRoom(service.db);
    await addCopies(db, 'messages', await aMessage(db, { room_id: big.id }), 10_004);
    const answer = await service.send('GET', `/rooms/${big.id}?include=messages`);
    expect(answer).toMatchObject({ status: 400, errors: [{ code: '112', source: { parameter: 'include' } }] });
  });

  test('refuses more than 10,000 links, even to few records, instead of leaving some out', async () => {
    const rooms = Array.from({ length: 100 }, (_, index) => ({
      ...{ name: 'Shared', name_folded: 'shared', is_private: 0, settings: '{}', kind: 1, enabled: 1 },
      ...{ room_code: `S${index}`, awaiting_support: 0, created_at_unix: 0, created_at_ms: 0, is_external: 0 },
    }));
    await db.insertInto('rooms').values(rooms).execute();
    const people = Array.from({ length: 100 }, () => ({ name: 'Many', name_folded: 'many', kind: 'staff' as const }));
    await db.insertInto('users').values(people).execute();
    const everyPair = db
      .selectFrom(['rooms', 'users'])
      .select(['rooms.id', 'users.id as user_id'])
      .where('rooms.name', '=', 'Shared')
      .where('users.name', '=', 'Many');
    await db.insertInto('room_members').columns(['room_id', 'user_id']).expression(everyPair).execute();
    const list = () => service.send('GET', '/rooms?filter[name]=Shared&page[size]=100&include=users');

    const { records, included } = await list();
    const linked = records.map(({ relationships }) => [relationships?.users?.data].flat().length);
    expect([included.length, linked]).toEqual([100, Array.from({ length: 100 }, () => 100)]);
    await aMember(db, Number(records[0]?.id), service.userIds.agent);
    expect(await list()).toMatchObject({ status: 400, errors: [{ code: '112', source: { parameter: 'include' } }] });
  });
});
