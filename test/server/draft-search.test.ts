import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { up as foldFinalSigma } from '#server/db/migrations/018-final-sigma.ts';
import { searchDrafts } from '#server/db/search/search.ts';
import { aDraft, aResolvedDraft, aRoom, aUser } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile, serviceForTest, type TestService } from '#test/service.ts';

const TYPE = 'support_draft_messages';

const service = await serviceForFile();

const search = async (text: string, more = '') =>
  (
    await service.send('GET', `/${TYPE}?filter[content_or_room_name_like]=${encodeURIComponent(text)}${more}`)
  ).records.map(({ id }) => Number(id));

describe('text search', () => {
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

  test('does not match across the text and the room name', async () => {
    const room_id = (await aRoom(service.db, { name: 'beta' })).id;
    await aDraft(service.db, { message_content: 'alpha', room_id });
    expect(await search('alphabeta')).toEqual([]);
    expect(await search('alpha\u0001beta')).toEqual([]);
    expect(await search('a\u0001')).toEqual([]);
  });

  test('follows edits, renames and deletions', async () => {
    const { db } = service;
    const room = await aRoom(db, { name: 'Quartz' });
    const draft = await aDraft(db, { message_content: 'feldspar', room_id: room.id });
    await service.update(TYPE, draft.id, { message_content: 'Basalt' });
    await service.update('rooms', room.id, { name: 'Obsidian' });
    for (const gone of ['feldspar', 'quartz', 'ld', 'z']) expect(await search(gone)).toEqual([]);
    for (const found of ['basalt', 'obsidian', 'lt', 'di']) expect(await search(found)).toEqual([draft.id]);
    await service.send('DELETE', `/rooms/${room.id}`);
    for (const gone of ['basalt', 'obsidian', 'lt']) expect(await search(gone)).toEqual([]);
  });

  test('finds each match of several terms once', async () => {
    const both = (await aDraft(service.db, { message_content: 'topaz and garnet' })).id;
    const one = (await aDraft(service.db, { message_content: 'garnet' })).id;
    expect(await search('topaz,garnet')).toEqual([both, one]);
    expect(await search('to,garnet,"\u0001"')).toEqual([both, one]);
    expect(await search('topaz', '&filter[content_or_room_name_like][]=x')).toEqual([both]);
  });

  test('respects other filters, sorting and paging', async () => {
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

test('a text in more than 3,000 drafts is found by a scan and counted up to 1,000', async () => {
  const { db, send } = await serviceForTest();
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
    expect(await list(`${text}&sort=-id`)).toMatchObject({ ids: lastIds, count: 1_000, isMinimum: true });
    expect(await list(`${text}&sort=created_at_unix`)).toMatchObject({ ids: [1_000, 2_000, 3_000], isMinimum: true });
    expect(await list(`${text}&filter[approved]=1`)).toMatchObject({ ids: [1, 3, 5], count: 1_000, isMinimum: true });
    expect(await list(`${text}&page[number]=3667`)).toMatchObject({ ids: [10_999, 11_000], isMinimum: true });
  }
  expect((await list('common&page[number]=5000')).links).not.toHaveProperty('next');
});

test('two characters in more than 3,000 drafts and more than 1,000 room names find both', async () => {
  const { db, send, userIds } = await serviceForTest();
  const { id: room_id } = await aRoom(db);
  const row = { room_id, kind: 'text', settings: '{}', created_at_unix: 1, updated_at_unix: 1 };
  const frequent = { ...row, message_content: '港町', message_content_folded: '港町', status: 'in_review' };
  const rows = Array.from({ length: 1_001 }, () => frequent);
  for (let times = 0; times < 3; times++) await db.insertInto(TYPE).values(rows).execute();
  const rooms = [];
  for (let count = 0; count < 1_002; count++) rooms.push(await aRoom(db, { name: `港町 ${count}` }));
  const approved = [];
  for (const room of [rooms[0], rooms[1_000], rooms[1_001]])
    approved.push(await aResolvedDraft(db, userIds.admin, { message_content: '.', room_id: room?.id }));
  const { records } = await send('GET', `/${TYPE}?filter[content_or_room_name_like]=港町&filter[approved]=1`);
  expect(records.map(({ id }) => Number(id))).toEqual(approved.map(({ id }) => id));
});

test('more than three words of one or two characters are refused', async () => {
  expect(await search('qx,qy,qz')).toEqual([]);
  const { status, errors } = await service.send('GET', `/${TYPE}?filter[content_or_room_name_like]=qx,qy,qz,ふね`);
  expect([status, errors[0]?.code]).toEqual([400, '107']);
});

describe('Greek texts', () => {
  /** Ids of the users, rooms and drafts in which a text is found. */
  async function find({ send }: TestService, text: string) {
    const found: Record<string, number[]> = {};
    for (const [type, filter] of [
      ['users', 'name_like'],
      ['rooms', 'name_like'],
      [TYPE, 'content_or_room_name_like'],
    ] as const) {
      const { records } = await send('GET', `/${type}?filter[${filter}]=${encodeURIComponent(text)}`);
      found[type] = records.map(({ id }) => Number(id));
    }
    return found;
  }

  test('are found in any case, and with either small sigma', async () => {
    const { db } = service;
    const { id: user } = await aUser(db, { name: 'Κόσμος' });
    const { id: room } = await aRoom(db, { name: 'Ο Κόσμος' });
    const { id: draft } = await aDraft(db, { message_content: 'Γεια σου, κόσμος.' });
    const { id: inRoom } = await aDraft(db, { room_id: room });
    const found = { users: [user], rooms: [room], [TYPE]: [draft, inRoom] };
    for (const text of ['ΚΌΣ', 'ΚΌΣΜΟΣ', 'κόσμος', 'κόσμοσ', 'ΟΣ', 'ος', 'οσ', 'ς', 'Σ']) {
      expect([text, await find(service, text)]).toEqual([text, found]);
    }
  });

  test('stored with a final sigma are found after the migration', async () => {
    const own = await serviceForTest();
    const { db } = own;
    const { id: user } = await aUser(db, { name: 'ΚΌΣΜΟΣ' });
    const { id: room } = await aRoom(db, { name: 'ΚΌΣΜΟΣ, ΚΌΣΜΟΣ' });
    const { id: other } = await aRoom(db, { name: 'Cosmos' });
    const { id: draft } = await aDraft(db, { room_id: other, message_content: 'ΚΌΣΜΟΣ' });
    const before = 'κόσμος';
    await db.updateTable('users').set({ name_folded: before }).where('id', '=', user).execute();
    await db
      .updateTable('rooms')
      .set({ name_folded: `${before}, ${before}` })
      .where('id', '=', room)
      .execute();
    await db.updateTable(TYPE).set({ message_content_folded: before }).where('id', '=', draft).execute();
    expect(await find(own, 'ΚΌΣΜΟΣ')).toEqual({ users: [], rooms: [], [TYPE]: [] });

    await foldFinalSigma(db as unknown as Kysely<unknown>);
    expect(await find(own, '"ΜΟΣ, ΚΌΣΜΟΣ"')).toEqual({ users: [], rooms: [room], [TYPE]: [] });
    expect(await find(own, 'κόσμος')).toEqual({ users: [user], rooms: [room], [TYPE]: [draft] });
    const rooms = await db
      .selectFrom('rooms')
      .select(['name_folded', 'version'])
      .where('id', 'in', [room, other])
      .orderBy('id')
      .execute();
    expect(rooms).toEqual([
      { name_folded: 'κόσμοσ, κόσμοσ', version: 1 },
      { name_folded: 'cosmos', version: 1 },
    ]);
  });
});

const onSqlite = engine === 'SQLite' ? test : () => {};

onSqlite('renaming a room writes the same number of rows, however many drafts it has', async () => {
  const { db, send, update } = await serviceForTest();
  const changes = async () => {
    const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
    return rows[0]?.count ?? 0;
  };
  const writesOfRename = async (drafts: number) => {
    const room = await aRoom(db);
    for (let count = 0; count < drafts; count += 1) await aDraft(db, { room_id: room.id, message_content: 'Ahoy' });
    const before = await changes();
    await update('rooms', room.id, { name: `Pier ${drafts}` });
    return (await changes()) - before;
  };
  // The first event of a database also creates the id counter of its table.
  await writesOfRename(0);
  expect(await writesOfRename(40)).toBe(await writesOfRename(0));
  const found = await send('GET', `/${TYPE}?filter[content_or_room_name_like]=Pier 40`);
  expect(found.meta.record_count).toBe(40);
});

onSqlite('two letters are looked up in the word index of room names, without a scan of all rooms', async () => {
  const { db } = await serviceForTest();
  const { hits } = searchDrafts(db, ['qz']);
  const { rows } = await sql<{ detail: string }>`explain query plan ${hits}`.execute(db);
  const plan = rows.map(({ detail }) => detail);
  expect(plan).toContainEqual(expect.stringMatching(/^SCAN rooms_words_vocabulary VIRTUAL TABLE/));
  expect(plan).not.toContainEqual(expect.stringMatching(/^SCAN rooms\b(?!_)/));
});
