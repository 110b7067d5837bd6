import { expect, test } from 'vitest';
import { aDraft, addCopies, aMessage, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db } = service;

test('counts exactly up to 10,000, and marks a larger count as a minimum', async () => {
  const room = await aRoom(db);
  const last = await aMessage(db, { room_id: room.id });
  await addCopies(db, 'messages', last, 9_999);
  const list = `/messages?filter[room_id]=${room.id}&page[size]=100`;
  const exact = await service.send('GET', list);
  expect(exact.meta).toEqual({ record_count: 10_000, page_count: 100 });

  await addCopies(db, 'messages', last, 1);
  const least = await service.send('GET', list);
  expect(least.meta).toEqual({ record_count: 10_000, record_count_is_minimum: true });
  expect(Object.keys(least.links).sort()).toEqual(['first', 'next']);
  const end = await service.send('GET', `${list}&page[number]=101`);
  expect(end.records).toHaveLength(1);
  expect(Object.keys(end.links).sort()).toEqual(['first', 'prev']);
  expect(last.id).toBeGreaterThan(0);
});

test('counts the queue exactly up to 10,000 visible drafts, regardless of the number of hidden ones', async () => {
  const rooms = { open: await aRoom(db, { kind: 1 }), closed: await aRoom(db, { kind: 2 }) };
  const fill = async ({ id }: { id: number }, count: number) =>
    addCopies(db, 'support_draft_messages', await aDraft(db, { room_id: id }), count - 1);
  const count = async () => {
    const { meta } = await service.send('GET', '/support_draft_messages?filter[in_review]=1', { as: 'reviewer' });
    return [meta.record_count, meta.record_count_is_minimum ?? false];
  };
  const [before] = await count();
  await fill(rooms.closed, 1_500);
  await fill(rooms.open, 10_000 - Number(before));
  expect(await count()).toEqual([10_000, false]);
  // With this many hidden drafts, the list is no longer a quick read.
  const hidden = await aRoom(db, { kind: 2 });
  await fill(hidden, 1_000);
  expect(await count()).toEqual([10_000, false]);
  await db.deleteFrom('support_draft_messages').where('room_id', '=', hidden.id).execute();
  await fill(rooms.open, 1);
  expect(await count()).toEqual([10_000, true]);
  await fill(rooms.open, 3_000);
  expect(await count()).toEqual([10_000, true]);
});
