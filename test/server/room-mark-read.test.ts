import { describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, userIds } = service;

const markRead = (id: number, as: Role = 'agent', meta?: object) =>
  service.send('PUT', `/rooms/${id}/mark_read`, { as, ...(meta && { body: { meta } }) });
const isUnread = async (id: number, as: Role = 'agent') =>
  (await service.send('GET', `/rooms/${id}?roomMeta=summary`, { as })).record.meta?.is_unread;
const eventsOf = (id: number) =>
  db
    .selectFrom('events')
    .select(['user_id', 'role', 'fields_before', 'fields_after'])
    .where('record_type', '=', 'rooms')
    .where('action', '=', 'mark_read')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

test('marks a room as read for the caller only, until the next message', async () => {
  const { id } = await aRoom(db, {}, [userIds.agent, userIds.reviewer]);
  await aMessage(db, { room_id: id });
  expect(await isUnread(id)).toBe(true);
  const { status, record } = await markRead(id);
  expect([status, record.type, record.id]).toEqual([200, 'rooms', String(id)]);
  expect([await isUnread(id), await isUnread(id, 'reviewer')]).toEqual([false, true]);
  await aMessage(db, { room_id: id });
  expect(await isUnread(id)).toBe(true);
});

test('records a repeated request once, and changes no version', async () => {
  const { id } = await aRoom(db, {}, [userIds.agent]);
  const message = await aMessage(db, { room_id: id });
  const version = async () => (await service.send('GET', `/rooms/${id}`)).record.meta?.version;
  const before = await version();
  await markRead(id);
  await markRead(id);
  expect(
    (await eventsOf(id)).map(({ fields_before, fields_after, ...by }) => [by, fields_before, fields_after]),
  ).toEqual([
    [
      { user_id: userIds.agent, role: 'agent' },
      JSON.stringify({ last_read_message_id: null }),
      JSON.stringify({ last_read_message_id: message.id }),
    ],
  ]);
  expect(await version()).toBe(before);
});

describe('up to the newest message that was seen', () => {
  test('leaves later messages unread, and an older message does not undo it', async () => {
    const { id } = await aRoom(db, {}, [userIds.agent]);
    const seen = await aMessage(db, { room_id: id });
    const newest = await aMessage(db, { room_id: id });
    await markRead(id, 'agent', { last_message_id: String(seen.id) });
    expect(await isUnread(id)).toBe(true);
    await markRead(id, 'agent', { last_message_id: String(newest.id + 1_000) });
    expect(await isUnread(id)).toBe(false);
    await markRead(id, 'agent', { last_message_id: String(seen.id) });
    expect(await isUnread(id)).toBe(false);
    await aMessage(db, { room_id: id });
    expect(await isUnread(id)).toBe(true);
  });

  test.each([null, 'x', {}, true])('%j is refused', async (last_message_id) => {
    const { id } = await aRoom(db, {}, [userIds.agent]);
    const { status, errors } = await markRead(id, 'agent', { last_message_id });
    expect([status, errors[0]?.source]).toEqual([400, { pointer: '/meta/last_message_id' }]);
  });
});

describe('an approved draft is posted under its author’s name', () => {
  const approve = async (room: number) => {
    const draft = await aDraft(db, { room_id: room, created_user_id: userIds.agent });
    return (await service.send('PUT', `/support_draft_messages/${draft.id}/approve`, { as: 'reviewer' })).status;
  };

  test('and leaves the room unread by an author who has not read the messages before it', async () => {
    const { id } = await aRoom(db, {}, [userIds.agent]);
    await aMessage(db, { room_id: id });
    expect([await approve(id), await isUnread(id)]).toEqual([200, true]);
    await service.create('messages', { content: 'Hello', room_id: String(id) }, { as: 'agent' });
    expect(await isUnread(id)).toBe(false);
  });

  test('and is itself no unread message to them', async () => {
    const { id } = await aRoom(db, {}, [userIds.agent, userIds.admin]);
    expect([await approve(id), await isUnread(id), await isUnread(id, 'admin')]).toEqual([200, false, true]);
    expect([await approve(id), await isUnread(id)]).toEqual([200, false]);
  });
});

test('marks nothing in an empty room, or for staff who are not members of the room', async () => {
  const empty = await aRoom(db, {}, [userIds.agent]);
  const other = await aRoom(db);
  await aMessage(db, { room_id: other.id });
  for (const { id } of [empty, other]) {
    expect((await markRead(id)).status).toBe(200);
    expect([await isUnread(id), await eventsOf(id)]).toEqual([false, []]);
  }
});

test('is refused to guests, and answers 404 for a room that the caller cannot see', async () => {
  expect((await markRead(service.guestRoomId, 'guest')).status).toBe(403);
  const { id } = await aRoom(db, { kind: 2 }, [userIds.admin]);
  expect((await markRead(id, 'agent')).status).toBe(404);
  expect((await markRead(id, 'admin')).status).toBe(200);
});

test('concurrent requests mark up to the newest message that any of them names', async () => {
  const { id } = await aRoom(db, {}, [userIds.agent]);
  const messages = [];
  for (let count = 0; count < 4; count++) messages.push(await aMessage(db, { room_id: id }));
  const answers = await Promise.all(
    messages.toReversed().map((message) => markRead(id, 'agent', { last_message_id: String(message.id) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await isUnread(id)).toBe(false);
});
