import { beforeEach, describe, expect, test } from 'vitest';
import { aDraft, aMessage, aResolvedDraft, aRoom, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, send, userIds } = service;
const other = await service.addTenant('acme');
const DRAFTS = 'support_draft_messages';

let roomId: number;
beforeEach(async () => {
  roomId = (await aRoom(db)).id;
});

async function addDrafts(count: number) {
  const { id: _, version, ...draft } = await aDraft(db, { room_id: roomId, created_user_id: userIds.agent });
  await db
    .insertInto(DRAFTS)
    .values(Array.from({ length: count - 1 }, () => draft))
    .execute();
}

const countDrafts = async () =>
  (await db.selectFrom(DRAFTS).select('id').where('room_id', '=', roomId).execute()).length;

const deletions = async (type: string) =>
  db
    .selectFrom('events')
    .select(['user_id', 'record_id', 'fields_before'])
    .where('action', '=', 'delete')
    .where('record_type', '=', type)
    .orderBy('id')
    .execute();

const canDelete = async (as: 'admin' | 'supervisor') =>
  (await send('GET', `/rooms/${roomId}`, { as })).record.meta?.can?.includes('delete');

test('others get their turn while a room with many drafts is deleted', async () => {
  await addDrafts(1000);
  const { id: elsewhere } = await aRoom(db);
  for (let count = 0; count < 250; count++) await aMessage(db, { room_id: roomId });
  let isDeleted = false;
  const deleting = send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' }).finally(() => {
    isDeleted = true;
  });
  const attributes = { content: 'Ahoy', room_id: String(elsewhere) };
  const others = [
    service.create('messages', attributes, { as: 'agent' }),
    send('GET', `/${DRAFTS}?filter[in_review]=1`, { as: 'reviewer' }),
    send('GET', '/rooms', { tenant: other }),
  ].map(async (answer) => ({ status: (await answer).status, isBefore: !isDeleted }));
  const seen = [];
  while (!isDeleted) seen.push(await countDrafts());
  expect((await deleting).status).toBe(200);
  expect(await Promise.all(others)).toEqual([201, 200, 200].map((status) => ({ status, isBefore: true })));
  // Several, and in between: no transaction deletes all.
  expect(new Set(seen.filter((count) => count > 0 && count < 1000)).size).toBeGreaterThan(2);
  expect((await send('GET', `/rooms/${roomId}`)).status).toBe(404);
});

test('each deleted draft has an event of its own, before that of the room', async () => {
  await addDrafts(60);
  const ids = (await db.selectFrom(DRAFTS).select('id').where('room_id', '=', roomId).execute()).map(({ id }) => id);
  await send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' });
  const events = (await deletions(DRAFTS)).filter(({ record_id }) => ids.includes(record_id ?? 0));
  expect(events.map(({ record_id }) => record_id).sort()).toEqual(ids.sort());
  expect(events.every(({ user_id }) => user_id === userIds.supervisor)).toBe(true);
  expect(JSON.parse(events[0]?.fields_before ?? '')).toMatchObject({ room_id: roomId, status: 'in_review' });
  expect((await deletions('rooms')).at(-1)).toMatchObject({ record_id: roomId });
});

test('a supervisor deletes a private room of many members, among them themself', async () => {
  const people = Array.from({ length: 199 }, () => ({ kind: 'staff' as const, name: 'Robin', name_folded: 'robin' }));
  const others = await db.insertInto('users').values(people).returning('id').execute();
  const members = [userIds.supervisor, ...others.map(({ id }) => id)];
  const room = await aRoom(db, { kind: 3, is_private: 1 });
  await db
    .insertInto('room_members')
    .values(members.map((user_id) => ({ room_id: room.id, user_id, starred: 0 })))
    .execute();
  expect((await send('DELETE', `/rooms/${room.id}`, { as: 'supervisor' })).status).toBe(200);
  expect((await send('GET', `/rooms/${room.id}`)).status).toBe(404);
});

describe('drafts after their verdict', () => {
  test.each(['approved', 'rejected'] as const)(
    'that were %s are deleted with their room by admins alone',
    async (status) => {
      await aDraft(db, { room_id: roomId });
      expect(await canDelete('supervisor')).toBe(true);
      await aResolvedDraft(db, userIds.reviewer, { room_id: roomId, status });
      expect([await canDelete('supervisor'), await canDelete('admin')]).toEqual([false, true]);
      const refused = await send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' });
      expect([refused.status, refused.errors[0]?.detail]).toEqual([
        403,
        'Drafts in this room have a verdict. Only an admin can delete the room, and them with it.',
      ]);
      expect(await countDrafts()).toBe(2);
      expect((await send('DELETE', `/rooms/${roomId}`)).status).toBe(200);
      expect(await countDrafts()).toBe(0);
    },
  );

  test('stop a deletion that has begun, of which what is done stays recorded, and an admin finishes it', async () => {
    await addDrafts(200);
    const before = (await deletions(DRAFTS)).length;
    const deleting = send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' });
    while ((await countDrafts()) === 200);
    await aResolvedDraft(db, userIds.reviewer, { room_id: roomId });
    expect((await deleting).status).toBe(403);
    const left = await countDrafts();
    expect((await deletions(DRAFTS)).length - before).toBe(201 - left);
    expect((await send('GET', `/rooms/${roomId}`)).status).toBe(200);
    expect((await send('DELETE', `/rooms/${roomId}`)).status).toBe(200);
    expect((await deletions(DRAFTS)).length - before).toBe(201);
  });
});

test('marking all verdicts as read lets others write, and records each draft', async () => {
  const author = await aUser(db);
  const {
    id: _,
    version,
    ...draft
  } = await aResolvedDraft(db, userIds.reviewer, { room_id: roomId, created_user_id: userIds.supervisor });
  const more = Array.from({ length: 1_199 }, () => draft);
  for (const part of [more.slice(0, 600), more.slice(600)]) await db.insertInto(DRAFTS).values(part).execute();
  const theirs = await aResolvedDraft(db, userIds.reviewer, { room_id: roomId, created_user_id: author.id });
  const countUnread = async () =>
    (
      await db
        .selectFrom(DRAFTS)
        .select('id')
        .where('created_user_id', '=', userIds.supervisor)
        .where('create_user_resolved_read_time_unix', 'is', null)
        .execute()
    ).length;
  let isMarked = false;
  const marking = send('PUT', `/${DRAFTS}/mark_read_all_resolved`, { as: 'supervisor' }).finally(() => {
    isMarked = true;
  });
  const seen = [];
  while (!isMarked) seen.push(await countUnread());
  expect((await marking).meta.record_count).toBe(1_200);
  expect(seen.some((count) => count > 0 && count < 1_200)).toBe(true);
  const events = await db.selectFrom('events').selectAll().where('action', '=', 'mark_read_all_resolved').execute();
  expect(new Set(events.map(({ record_id }) => record_id)).size).toBe(1_200);
  expect(events.some(({ record_id }) => record_id === theirs.id)).toBe(false);
  const now = expect.any(Number);
  expect([JSON.parse(events[0]?.fields_before ?? ''), JSON.parse(events[0]?.fields_after ?? '')]).toEqual([
    { create_user_resolved_read_time_unix: null, updated_at_unix: draft.updated_at_unix },
    { create_user_resolved_read_time_unix: now, updated_at_unix: now },
  ]);
});
