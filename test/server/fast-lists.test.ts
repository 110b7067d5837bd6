import { describe, expect, test } from 'vitest';
import { aDraft, aRoom } from '#test/builders.ts';
import { serviceForFile, serviceForTest } from '#test/service.ts';

const TYPE = 'support_draft_messages';

const service = await serviceForFile();

test('a repeated list request shows new writes', async () => {
  const { db, send } = await serviceForTest();
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
});

test('a page deep in the list continues the previous one, in any order', async () => {
  const { db, send } = await serviceForTest();
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
});

describe('drafts by creation day', () => {
  const DAY = 86_400;
  const byDays = async (filter: string) =>
    (await service.send('GET', `/${TYPE}?${filter}&page[size]=100`)).records.map(({ id }) => Number(id));

  test('are all found, in any insertion order', async () => {
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
