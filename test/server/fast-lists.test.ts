import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aDraft, aMember, aMessage, aResolvedDraft, aRoom, aUser } from '#test/builders.ts';
import { createService, type TestService } from '#test/service.ts';

const TYPE = 'support_draft_messages';

let service: TestService;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.close());

const search = async (text: string, more = '') =>
  (
    await service.send('GET', `/${TYPE}?filter[content_or_room_name_like]=${encodeURIComponent(text)}${more}`)
  ).records.map(({ id }) => Number(id));

describe('the search for a text', () => {
  test.each([
    'xylophone',
    'xy',
    'x',
    'ylo',
    'ne',
    '"xylo"',
    "o'clock",
    '火星人',
    '火星',
    '人',
    '🐙🐙',
    '\\%_',
    '--',
    '*',
  ])('finds %s within a text and nowhere else', async (text) => {
    const within = (await aDraft(service.db, { message_content: `A ${text} B` })).id;
    const atEnd = (await aDraft(service.db, { message_content: `A ${text}` })).id;
    const room_id = (await aRoom(service.db, { name: text })).id;
    const byRoom = (await aDraft(service.db, { message_content: '.', room_id })).id;
    const others = [within, atEnd, byRoom];
    const found = await search(text, '&sort=-id&page[size]=100');
    expect(found.filter((id) => others.includes(id))).toEqual([byRoom, atEnd, within]);
    await service.db.deleteFrom(TYPE).where('id', 'in', others).execute();
    await service.db.deleteFrom('rooms').where('id', '=', room_id).execute();
  });

  test('does not join the end of a text with the name of its room', async () => {
    const room_id = (await aRoom(service.db, { name: 'beta' })).id;
    await aDraft(service.db, { message_content: 'alpha', room_id });
    expect(await search('alphabeta')).toEqual([]);
    expect(await search('alpha\u0001beta')).toEqual([]);
    expect(await search('a\u0001')).toEqual([]);
  });

  test('follows a draft that is edited, a room that is renamed, and what is deleted', async () => {
    const { db } = service;
    const room = await aRoom(db, { name: 'Quartz' });
    const draft = await aDraft(db, { message_content: 'feldspar', room_id: room.id });
    const write = (type: string, id: number, attributes: object) =>
      service.send('PUT', `/${type}/${id}`, { body: { data: { type, id: String(id), attributes } } });
    await write(TYPE, draft.id, { message_content: 'Basalt' });
    await write('rooms', room.id, { name: 'Obsidian' });
    for (const gone of ['feldspar', 'quartz', 'ld', 'z']) expect(await search(gone)).toEqual([]);
    for (const found of ['basalt', 'obsidian', 'lt', 'di']) expect(await search(found)).toEqual([draft.id]);
    await service.send('DELETE', `/rooms/${room.id}`);
    for (const gone of ['basalt', 'obsidian', 'lt']) expect(await search(gone)).toEqual([]);
  });

  test('of several finds each once', async () => {
    const both = (await aDraft(service.db, { message_content: 'topaz and garnet' })).id;
    const one = (await aDraft(service.db, { message_content: 'garnet' })).id;
    expect(await search('topaz,garnet')).toEqual([both, one]);
    expect(await search('to,garnet,"\u0001"')).toEqual([both, one]);
    expect(await search('topaz', '&filter[content_or_room_name_like][]=x')).toEqual([both]);
  });

  test('keeps to the other filters, the order and the page', async () => {
    const made = [];
    for (const created_at_unix of [30, 10, 20, 10]) {
      made.push((await aDraft(service.db, { message_content: 'malachite', created_at_unix })).id);
    }
    const [first, second, third, fourth] = made;
    await aResolvedDraft(service.db, service.userIds.admin, { message_content: 'malachite' });
    expect(await search('malachite', '&filter[in_review]=1&sort=created_at_unix')).toEqual([
      second,
      fourth,
      third,
      first,
    ]);
    expect(await search('malachite', '&filter[in_review]=1&sort=-created_at_unix&page[size]=2&page[number]=2')).toEqual(
      [fourth, second],
    );
    expect(await search('malachite', '&page[size]=2&page[number]=2')).toEqual([third, fourth]);
  });
});

test('a text in more than 10,000 drafts is found by going through them, and counted up to there', {
  timeout: 30_000,
}, async () => {
  const { db, send, close } = await createService();
  const { id: room_id } = await aRoom(db);
  const row = { room_id, message_content: 'Common', message_content_folded: 'common', kind: 'text', settings: '{}' };
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    ...row,
    status: index % 2 === 0 ? 'approved' : 'in_review',
    resolved_user_id: null,
    created_at_unix: 1_000 - index,
    updated_at_unix: index,
  }));
  for (let times = 0; times < 11; times++) await db.insertInto(TYPE).values(rows).execute();
  const list = async (query: string) => {
    const { records, meta, links } = await send(
      'GET',
      `/${TYPE}?page[size]=3&filter[content_or_room_name_like]=${query}`,
    );
    return {
      ids: records.map(({ id }) => Number(id)),
      count: meta.record_count,
      isMinimum: meta.record_count_is_minimum,
      links,
    };
  };
  const lastIds = [11_000, 10_999, 10_998];
  for (const text of ['common', 'mm']) {
    expect(await list(`${text}&sort=-id`)).toMatchObject({ ids: lastIds, count: 10_000, isMinimum: true });
    expect(await list(`${text}&sort=created_at_unix`)).toMatchObject({ ids: [1_000, 2_000, 3_000], isMinimum: true });
    expect(await list(`${text}&filter[approved]=1`)).toMatchObject({ ids: [1, 3, 5], count: 5_500 });
    expect(await list(`${text}&page[number]=3667`)).toMatchObject({ ids: [10_999, 11_000], isMinimum: true });
  }
  expect((await list('common&page[number]=5000')).links).not.toHaveProperty('next');
  await close();
});

test('a list that is asked for again shows what has been written since', async () => {
  const { db, send, close } = await createService();
  const rooms = [await aRoom(db), await aRoom(db), await aRoom(db)];
  const add = (room_id = 0) => aDraft(db, { room_id, created_at_unix: room_id });
  const list = async () => {
    const query = 'filter[in_review]=1&sort=-created_at_unix&include=room&page[size]=2';
    const { records, included, meta } = await send('GET', `/${TYPE}?${query}`);
    return [records.map(({ id }) => Number(id)), included.map(({ id }) => Number(id)), meta.record_count];
  };
  const [first, second, third] = rooms.map(({ id }) => id);
  const one = await add(first);
  const two = await add(first);
  expect(await list()).toEqual([[two.id, one.id], [first], 2]);
  const three = await add(second);
  expect(await list()).toEqual([[three.id, two.id], [first, second], 3]);
  expect(await list()).toEqual([[three.id, two.id], [first, second], 3]);
  const four = await add(third);
  expect(await list()).toEqual([[four.id, three.id], [second, third], 4]);
  await db.deleteFrom(TYPE).where('id', 'in', [one.id, four.id]).execute();
  expect(await list()).toEqual([[three.id, two.id], [first, second], 2]);
  await db.deleteFrom(TYPE).execute();
  expect(await list()).toEqual([[], [], 0]);
  await close();
});

test('a page far from the beginning goes on where the one before it ends, by whatever order', async () => {
  const { db, send, close } = await createService();
  const { id: room_id } = await aRoom(db);
  const rows = Array.from({ length: 530 }, (_, index) => ({
    room_id,
    message_content: 'Same',
    message_content_folded: 'same',
    kind: 'text',
    settings: '{}',
    comment: index % 3 === 0 ? null : `${index % 5}`,
    status: 'in_review',
    created_at_unix: index,
    updated_at_unix: index,
  }));
  await db.insertInto(TYPE).values(rows).execute();
  const page = async (query: string) => {
    const { records, meta, links } = await send('GET', `/${TYPE}?sort=-comment,message_content&${query}`);
    return { ids: records.map(({ id }) => Number(id)), count: meta.record_count, hasNext: 'next' in links };
  };
  const inOrder = rows
    .map(({ comment }, index) => ({ id: index + 1, comment: comment ?? '' }))
    .sort((a, b) => Number(b.comment > a.comment) - Number(b.comment < a.comment) || a.id - b.id)
    .map(({ id }) => id);
  expect(await page('page[number]=20')).toEqual({ ids: inOrder.slice(475, 500), count: 530, hasNext: true });
  expect(await page('page[number]=21')).toEqual({ ids: inOrder.slice(500, 525), count: 530, hasNext: true });
  expect(await page('page[number]=22')).toEqual({ ids: inOrder.slice(525), count: 530, hasNext: false });
  expect(await page('page[number]=23')).toEqual({ ids: [], count: 530, hasNext: false });
  await close();
});

describe('drafts by the day they were made', () => {
  const DAY = 86_400;
  const byDays = async (filter: string) =>
    (await service.send('GET', `/${TYPE}?${filter}&page[size]=100`)).records.map(({ id }) => Number(id));

  test('are all found, in whatever order they were written', async () => {
    const room_id = (await aRoom(service.db)).id;
    const made: { id: number; day: number }[] = [];
    for (const day of [5, 900, 3, 4, 901, 2, 5]) {
      made.push({ id: (await aDraft(service.db, { room_id, created_at_unix: day * DAY + 60 })).id, day });
    }
    const ids = (isWanted: (day: number) => boolean) => made.filter(({ day }) => isWanted(day)).map(({ id }) => id);
    const own = (found: number[]) => found.filter((id) => made.some((draft) => draft.id === id));
    const day = (number: number) => number * DAY + 7;
    expect(own(await byDays(`filter[from_created_at]=${day(4)}&filter[to_created_at]=${day(900)}`))).toEqual(
      ids((on) => on >= 4 && on <= 900),
    );
    expect(own(await byDays(`filter[to_created_at]=${day(3)}`))).toEqual(ids((on) => on <= 3));
    expect(await byDays(`filter[from_created_at]=${4_000 * DAY * 10}`)).toEqual([]);
    expect(await byDays(`filter[to_created_at]=${-4_000 * DAY}`)).toEqual([]);
  });
});

describe('rooms', () => {
  let own: TestService;
  beforeEach(async () => {
    own = await createService();
    return () => own.close();
  });

  /** What the tallies say, and what counting says. */
  async function counts(filter = '') {
    const { meta } = await own.send('GET', `/rooms/room_counts?${filter}`);
    // A filter that tallies know nothing of has the rooms themselves counted.
    const { meta: counted } = await own.send('GET', `/rooms/room_counts?${filter}&filter[id]=${await roomIds()}`);
    return [meta.room_counts, counted.room_counts];
  }
  const roomIds = async () => (await own.db.selectFrom('rooms').select('id').execute()).map(({ id }) => id).join();

  test('are tallied as they are counted, whatever happens to them', async () => {
    const { db, userIds } = own;
    const check = async () => {
      for (const filter of [
        '',
        'filter[is_private]=1',
        'filter[replied]=0',
        'filter[kind]=1',
        'filter[awaiting_support]=1',
      ]) {
        const [tallied, counted] = await counts(filter);
        expect(tallied).toEqual(counted);
      }
    };
    const visitor = (await aUser(db, { kind: 'visitor' })).id;
    const room = await aRoom(db, { is_private: 1 }, [visitor]);
    await check();
    await aMember(db, room.id, userIds.agent);
    await aMember(db, room.id, userIds.admin);
    expect((await counts())[0]).toMatchObject({ active_support: 1, unread: 0 });
    await check();
    await aMessage(db, { room_id: room.id }, false);
    expect((await counts())[0]).toMatchObject({ unread: 1 });
    await check();
    await db.updateTable('rooms').set({ awaiting_support: 1, is_private: 0 }).where('id', '=', room.id).execute();
    expect((await counts())[0]).toMatchObject({ active_support: 0, awaiting_support: 1 });
    await check();
    await db.updateTable('rooms').set({ awaiting_support: 0 }).where('id', '=', room.id).execute();
    await db.deleteFrom('room_members').where('user_id', '=', userIds.agent).execute();
    expect((await counts())[0]).toMatchObject({ active_support: 1 });
    await db.deleteFrom('users').where('id', '=', userIds.admin).execute();
    const { meta } = await own.send('GET', '/rooms/room_counts', { as: 'agent' });
    expect(meta.room_counts).toMatchObject({ active_support: 0, all: 2 });
    await own.send('DELETE', `/rooms/${room.id}`, { as: 'supervisor' });
    expect((await own.send('GET', '/rooms/room_counts', { as: 'agent' })).meta.room_counts).toMatchObject({ all: 1 });
  });

  test('are tallied by one row where one statement changes many alike', async () => {
    const { db } = own;
    const { id: _, ...alike } = await aRoom(db, { is_private: 1 });
    const rooms = Array.from({ length: 50 }, (_, number) => ({ ...alike, room_code: `many-${number}` }));
    const tallies = async () => (await db.selectFrom('room_tallies').select('kind').execute()).length;
    const before = await tallies();
    await db.insertInto('rooms').values(rooms).execute();
    expect(await tallies()).toBeLessThanOrEqual(before + 1);
    await db.updateTable('rooms').set({ enabled: 0, is_private: 0 }).where('room_code', 'like', 'many-%').execute();
    await db.updateTable('rooms').set({ is_private: 1 }).where('room_code', 'like', 'many-1%').execute();
    for (const filter of ['', 'filter[is_private]=1']) {
      const [tallied, counted] = await counts(filter);
      expect(tallied).toEqual(counted);
    }
    await db.deleteFrom('rooms').where('room_code', 'like', 'many-%').execute();
    const [tallied, counted] = await counts();
    expect(tallied).toEqual(counted);
  });

  test('are counted beyond one page by the tallies, or by whose member one is', async () => {
    const { db, userIds } = own;
    for (let number = 0; number < 4; number++) {
      const { id } = await aRoom(db, { is_private: number % 2 }, number < 3 ? [userIds.admin] : []);
      await db
        .updateTable('room_members')
        .set({ starred: number % 2 })
        .where('room_id', '=', id)
        .execute();
    }
    const count = async (filter: string, as: 'admin' | 'guest' = 'admin') =>
      (await own.send('GET', `/rooms?page[size]=1&${filter}`, { as })).meta.record_count;
    expect(await count('')).toBe(5);
    expect(await count('filter[is_private]=1')).toBe(2);
    expect(await count('filter[current_user_is_member]=1')).toBe(3);
    expect(await count('filter[current_user_is_member]=0')).toBe(2);
    expect(await count('filter[current_user_is_member]=1,0')).toBe(5);
    expect(await count('filter[starred]=t')).toBe(1);
    expect(await count('filter[starred]=f')).toBe(4);
    expect(await count('filter[starred]=0&filter[current_user_is_member]=1')).toBe(2);
    expect(await count('filter[starred]=0&filter[is_private]=0')).toBe(3);
    expect(await count('', 'guest')).toBe(1);
    expect(await count('filter[current_user_is_member]=1', 'guest')).toBe(1);
  });

  test('unread ones come first, page by page', async () => {
    const { db, userIds } = own;
    const made: number[] = [];
    for (let number = 0; number < 7; number++) {
      const { id } = await aRoom(db, {}, [userIds.admin]);
      const message = await aMessage(db, { room_id: id, created_at_unix: 1_000 + number });
      if (number % 2 === 0) {
        await db
          .updateTable('room_members')
          .set({ last_read_message_id: message.id })
          .where('room_id', '=', id)
          .execute();
      }
      made.push(id);
    }
    const [a, b, c, d, e, f, g] = made;
    const expected = [f, d, b, g, e, c, a, own.guestRoomId].map(String);
    for (const size of [1, 2, 3, 5, 8, 9]) {
      const seen: string[] = [];
      for (let number = 1; number <= Math.ceil(9 / size); number++) {
        const query = `filter[sort_unread_read_for_user_id]=${userIds.admin}&page[size]=${size}&page[number]=${number}`;
        const { records, meta } = await own.send('GET', `/rooms?${query}`);
        expect(meta.record_count).toBe(8);
        seen.push(...records.map(({ id }) => id));
      }
      expect(seen).toEqual(expected);
    }
    const found = await own.send(
      'GET',
      `/rooms?filter[name_like]=room&filter[sort_unread_read_for_user_id]=${userIds.admin}`,
    );
    expect(found.records.slice(0, 3).map(({ id }) => id)).toEqual(expected.slice(0, 3));
  });
});
