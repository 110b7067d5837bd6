import { describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, aMember, aMessage, aResolvedDraft, aRoom, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';
import { countQueries } from './count-queries.ts';

const service = await serviceForFile();
const { db, userIds } = service;

const get = (path: string, as: Role = 'admin', headers = {}) => service.send('GET', path, { as, headers });
const summaryOf = async (id: number, as: Role = 'admin') => {
  const { last_message, drafts_in_review, is_unread } =
    (await get(`/rooms/${id}?roomMeta=summary`, as)).record.meta ?? {};
  return { last_message, drafts_in_review, is_unread };
};

describe('the summary of a room contains', () => {
  test('its newest message and that message’s author', async () => {
    const { id } = await aRoom(db);
    const visitor = await aUser(db, { kind: 'visitor', name: 'Vera' });
    await aMessage(db, { room_id: id, user_id: userIds.agent, content: 'Earlier' });
    const asked = await aMessage(db, { room_id: id, user_id: visitor.id, content: 'Where is it?' }, false);
    expect((await summaryOf(id)).last_message).toEqual({
      id: String(asked.id),
      text: 'Where is it?',
      created_at_unix: MADE_AT_UNIX,
      by_staff: false,
      user_name: 'Vera',
    });
    await aMessage(db, { room_id: id, user_id: userIds.agent, content: 'On its way' });
    expect((await summaryOf(id)).last_message).toMatchObject({ by_staff: true, user_name: 'Sam agent' });
    await aMessage(db, { room_id: id, user_id: null });
    expect((await summaryOf(id)).last_message).toMatchObject({ by_staff: true, user_name: null });
  });

  test('how many drafts are in review, and the newest of them', async () => {
    const { id } = await aRoom(db);
    await aDraft(db, { room_id: id, created_user_id: userIds.supervisor });
    await aDraft(db, { room_id: id, status: '' });
    const newest = await aDraft(db, { room_id: id, created_user_id: userIds.agent });
    await aResolvedDraft(db, userIds.admin, { room_id: id, created_user_id: userIds.reviewer });
    await aDraft(db);
    const expected = { count: 3, id: String(newest.id), author_id: String(userIds.agent), author_name: 'Sam agent' };
    expect((await summaryOf(id)).drafts_in_review).toEqual(expected);
    const { id: byNoOne } = await aDraft(db, { room_id: id, created_user_id: null });
    expect((await summaryOf(id)).drafts_in_review).toEqual({
      count: 4,
      id: String(byNoOne),
      author_id: null,
      author_name: null,
    });
  });

  test('whether the caller has unread messages, consistent with room_counts', async () => {
    const { id } = await aRoom(db, {}, [userIds.agent]);
    const unread = async (as: Role) => {
      const { meta } = await get(`/rooms/room_counts?filter[id]=${id}`, as);
      const { is_unread } = await summaryOf(id, as);
      expect(meta.room_counts).toMatchObject({ unread: is_unread ? 1 : 0 });
      return is_unread;
    };
    expect(await unread('agent')).toBe(false);
    const message = await aMessage(db, { room_id: id });
    expect([await unread('agent'), await unread('reviewer')]).toEqual([true, false]);
    await db.updateTable('room_members').set({ last_read_message_id: message.id }).where('room_id', '=', id).execute();
    expect(await unread('agent')).toBe(false);
    await aMessage(db, { room_id: id });
    expect(await unread('agent')).toBe(true);
  });

  test('only empty values for an empty room', async () => {
    const { id } = await aRoom(db, {}, [userIds.admin]);
    expect(await summaryOf(id)).toEqual({ last_message: null, drafts_in_review: null, is_unread: false });
  });
});

test.each<[string, string, string]>([
  ['white space is collapsed', '  One\n\n\ttwo\u00a0 three ', 'One two three'],
  ['an empty text', ' \n ', ''],
  ['200 characters are kept', 'x'.repeat(200), 'x'.repeat(200)],
  ['only the first 200 of more characters are kept', 'x'.repeat(65_536), 'x'.repeat(200)],
  ['a space at the end is removed', `${'x'.repeat(199)} y`, 'x'.repeat(199)],
  ['a surrogate pair is not split', `${'x'.repeat(199)}🚢🚢`, 'x'.repeat(199)],
  ['an emoji sequence is not split', `${'x'.repeat(195)}👩‍👩‍👧‍👦!`, 'x'.repeat(195)],
  ['a letter and its accent are not split', `${'x'.repeat(199)}e\u0301!`, 'x'.repeat(199)],
  ['a single longer sequence is split', `a${'\u0301'.repeat(300)}`, `a${'\u0301'.repeat(199)}`],
  ['wide characters', '漢'.repeat(900), '漢'.repeat(200)],
])('the text of the newest message is shortened: %s', async (_, content, expected) => {
  const { id } = await aRoom(db);
  await aMessage(db, { room_id: id, content });
  expect((await summaryOf(id)).last_message?.text).toBe(expected);
});

describe('the parameter', () => {
  test('adds only to meta, in lists and in single records', async () => {
    const { id } = await aRoom(db, { awaiting_support: 1, awaiting_since_unix: 7 }, [userIds.admin]);
    await aMessage(db, { room_id: id, user_id: userIds.admin });
    const list = `/rooms?filter[id]=${id}&include=users&fields[rooms]=name`;
    const [plain, asked] = [await get(list), await get(`${list}&roomMeta=summary`)];
    const { last_message, drafts_in_review, is_unread, ...meta } = asked.records[0]?.meta ?? {};
    expect([last_message, drafts_in_review, is_unread]).toEqual([expect.any(Object), null, true]);
    expect({ ...asked.records[0], meta }).toEqual(plain.records[0]);
    expect(asked.included).toEqual(plain.included);
    expect(plain.records[0]?.meta).toEqual({ version: '1', can: expect.any(Array), awaiting_since_unix: 7 });
    expect(Object.keys(plain.records[0]?.attributes ?? {})).toEqual(['name']);
    const one = await get(`/rooms/${id}?roomMeta=summary`);
    expect(one.record.meta).toEqual(asked.records[0]?.meta);
    expect((await get(`/rooms/${id}`)).record.meta).toEqual(plain.records[0]?.meta);
  });

  test('adds nothing to an included record with the id of a room', async () => {
    const { record, included } = await get(`/rooms/${service.guestRoomId}?include=users&roomMeta=summary`);
    expect(included.map(({ id }) => id)).toEqual([record.id]);
    expect(Object.keys(included[0]?.meta ?? {})).toEqual(['version', 'can']);
  });

  test('is kept in pagination links', async () => {
    const { links } = await get('/rooms?page[size]=1&roomMeta=summary');
    expect(links.next).toBe('http://harbor.test/rapi/v1/rooms?roomMeta=summary&page%5Bnumber%5D=2&page%5Bsize%5D=1');
    const next = await service.fetch(links.next ?? '', { headers: { 'x-access-token': service.tokens.admin } });
    expect(await next.json()).toMatchObject({ data: [{ meta: { is_unread: expect.any(Boolean) } }] });
  });

  test.each(['roomMeta=all', 'roomMeta=summary,all', 'roomMeta=Summary', 'roomMeta=summary&roomMeta=summary'])(
    '%s is refused',
    async (search) => {
      for (const path of ['/rooms', `/rooms/${service.guestRoomId}`]) {
        const { status, errors } = await get(`${path}?${search}`);
        expect([status, errors.map(({ source }) => source?.parameter)]).toEqual([400, ['roomMeta']]);
      }
    },
  );

  test('is ignored without a value, and by other resources', async () => {
    expect((await get('/rooms?roomMeta=')).document).toEqual((await get('/rooms')).document);
    const [asked, plain] = [await get('/users?roomMeta=all'), await get('/users')];
    expect(asked.records).toEqual(plain.records);
  });

  test('is refused to guests', async () => {
    for (const path of ['/rooms', `/rooms/${service.guestRoomId}`, '/rooms?filter[id]=999999']) {
      const { status, errors } = await get(`${path}${path.includes('?') ? '&' : '?'}roomMeta=summary`, 'guest');
      expect([status, errors[0]?.source?.parameter]).toEqual([403, 'roomMeta']);
    }
  });
});

test.each<[Role, boolean]>([
  ['agent', true],
  ['reviewer', false],
  ['admin', true],
])('the summary of a private room is visible to %s: %s', async (as, isVisible) => {
  const { id } = await aRoom(db, { kind: 3, is_private: 1 }, [userIds.agent]);
  await aMessage(db, { room_id: id, content: 'Hush' });
  await aDraft(db, { room_id: id, created_user_id: userIds.agent });
  const listed = await get(`/rooms?filter[id]=${id}&roomMeta=summary`, as);
  expect(listed.records.map(({ meta }) => [meta?.last_message?.text, meta?.drafts_in_review?.count])).toEqual(
    isVisible ? [['Hush', 1]] : [],
  );
  expect((await get(`/rooms/${id}?roomMeta=summary`, as)).status).toBe(isVisible ? 200 : 404);
});

test('the ETag changes with the summary', async () => {
  const { id } = await aRoom(db);
  const path = `/rooms/${id}?roomMeta=summary`;
  const tag = async () => (await get(path)).headers.get('etag') ?? '';
  for (const change of [
    () => aMessage(db, { room_id: id }),
    () => aDraft(db, { room_id: id }),
    () => aMember(db, id, userIds.admin),
  ]) {
    const before = await tag();
    expect((await get(path, 'admin', { 'if-none-match': before })).status).toBe(304);
    await change();
    expect((await get(path, 'admin', { 'if-none-match': before })).status).toBe(200);
  }
});

test('the summaries take two queries for any number of rooms, and none unless requested', async () => {
  const rooms = [];
  for (let number = 0; number < 30; number++) {
    const { id } = await aRoom(db);
    await aMessage(db, { room_id: id, user_id: userIds.agent });
    await aDraft(db, { room_id: id, created_user_id: userIds.agent });
    rooms.push(id);
  }
  const count = (ids: number[], more = '') =>
    countQueries(async () => {
      expect((await get(`/rooms?filter[id]=${ids.join()}&page[size]=100${more}`)).records).toHaveLength(ids.length);
    });
  const [plain, one, many] = [
    await count(rooms),
    await count(rooms.slice(0, 1), '&roomMeta=summary'),
    await count(rooms, '&roomMeta=summary'),
  ];
  expect([one, many]).toEqual([plain + 2, plain + 2]);
});
