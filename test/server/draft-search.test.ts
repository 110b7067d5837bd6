import { describe, expect, test } from 'vitest';
import { aDraft, aResolvedDraft, aRoom } from '#test/builders.ts';
import { serviceForFile, serviceForTest } from '#test/service.ts';

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
