import { expect, test } from 'vitest';
import { aDraft, addCopies, aMessage, aRoom } from '#test/builders.ts';
import { serviceForFile, serviceForTest } from '#test/service.ts';

const TYPE = 'support_draft_messages';
const service = await serviceForFile();

test('neither the queue nor a search within it contains a draft that is approved while it is read', async () => {
  const queue = 'filter[in_review]=1&sort=created_at_unix';
  const search = `filter[content_or_room_name_like]=harbour&${queue}`;
  const pageSize = 5;
  let left = 200;
  const drafts = await Promise.all(
    Array.from({ length: left }, (_, number) => aDraft(service.db, { message_content: `harbour ${number}` })),
  );
  const approveAll = async () => {
    for (const { id } of drafts) {
      expect((await service.send('PUT', `/${TYPE}/${id}/approve`)).status).toBe(200);
      left -= 1;
    }
  };
  const readUntilDone = async (query: string) => {
    while (left > 0) {
      const { records, links } = await service.send('GET', `/${TYPE}?${query}&page[size]=${pageSize}`);
      expect(records.filter(({ attributes }) => attributes?.status !== 'in_review')).toEqual([]);
      // A page shortened by an approval must not pass for the last page.
      if (left > pageSize + 1) expect(links).toHaveProperty('next');
    }
  };
  await Promise.all([approveAll(), ...[queue, queue, search, search].map(readUntilDone)]);
});

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

test('drafts are found by the day of their creation, in any order of insertion', async () => {
  const DAY = 86_400;
  const byDays = async (filter: string) =>
    (await service.send('GET', `/${TYPE}?${filter}&page[size]=100`)).records.map(({ id }) => Number(id));
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

test('counts exactly up to 10,000, and marks a larger count as a minimum', async () => {
  const room = await aRoom(service.db);
  const last = await aMessage(service.db, { room_id: room.id });
  await addCopies(service.db, 'messages', last, 9_999);
  const list = `/messages?filter[room_id]=${room.id}&page[size]=100`;
  const exact = await service.send('GET', list);
  expect(exact.meta).toEqual({ record_count: 10_000, page_count: 100 });

  await addCopies(service.db, 'messages', last, 1);
  const least = await service.send('GET', list);
  expect(least.meta).toEqual({ record_count: 10_000, record_count_is_minimum: true });
  expect(Object.keys(least.links).sort()).toEqual(['first', 'next']);
  const end = await service.send('GET', `${list}&page[number]=101`);
  expect(end.records).toHaveLength(1);
  expect(Object.keys(end.links).sort()).toEqual(['first', 'prev']);
});

test('counts the queue exactly up to 10,000 visible drafts, regardless of the number of hidden ones', async () => {
  const rooms = { open: await aRoom(service.db, { kind: 1 }), closed: await aRoom(service.db, { kind: 2 }) };
  const fill = async ({ id }: { id: number }, count: number) =>
    addCopies(service.db, TYPE, await aDraft(service.db, { room_id: id }), count - 1);
  const count = async () => {
    const { meta } = await service.send('GET', `/${TYPE}?filter[in_review]=1`, { as: 'reviewer' });
    return [meta.record_count, meta.record_count_is_minimum ?? false];
  };
  const [before] = await count();
  await fill(rooms.closed, 1_500);
  await fill(rooms.open, 10_000 - Number(before));
  expect(await count()).toEqual([10_000, false]);
  // With this many hidden drafts, the list is no longer a quick read.
  const hidden = await aRoom(service.db, { kind: 2 });
  await fill(hidden, 1_000);
  expect(await count()).toEqual([10_000, false]);
  await service.db.deleteFrom(TYPE).where('room_id', '=', hidden.id).execute();
  await fill(rooms.open, 1);
  expect(await count()).toEqual([10_000, true]);
  await fill(rooms.open, 3_000);
  expect(await count()).toEqual([10_000, true]);
});
