import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aDraft, addCopies, aMember, aMessage, aResolvedDraft, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
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
  const draft = await aDraft(db, { room_id: roomId, created_user_id: userIds.agent });
  await addCopies(db, DRAFTS, draft, count - 1);
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

test('other requests are answered while a room with many drafts is being deleted', async () => {
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
  // Several intermediate counts: the deletion runs in batches, not in one transaction.
  expect(new Set(seen.filter((count) => count > 0 && count < 1000)).size).toBeGreaterThan(2);
  expect((await send('GET', `/rooms/${roomId}`)).status).toBe(404);
});

test('each deleted draft has its own event, in addition to that of the room', async () => {
  await addDrafts(60);
  const ids = (await db.selectFrom(DRAFTS).select('id').where('room_id', '=', roomId).execute()).map(({ id }) => id);
  await send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' });
  expect(await countDrafts()).toBe(0);
  const events = (await deletions(DRAFTS)).filter(({ record_id }) => ids.includes(record_id ?? 0));
  expect(events.map(({ record_id }) => record_id).sort()).toEqual(ids.sort());
  expect(events.every(({ user_id }) => user_id === userIds.supervisor)).toBe(true);
  expect(JSON.parse(events[0]?.fields_before ?? '')).toMatchObject({ room_id: roomId, status: 'in_review' });
  expect((await deletions('rooms')).at(-1)).toMatchObject({ record_id: roomId });
});

/** Adds messages, suggestions and newly created members. */
async function fillRoom(count: { messages: number; suggestions: number; users: number }) {
  const robin = { kind: 'staff' as const, name: 'Robin', name_folded: 'robin' };
  const people = Array.from({ length: count.users }, () => robin);
  const users = await db.insertInto('users').values(people).returning('id').execute();
  const members = users.map(({ id }) => ({ room_id: roomId, user_id: id, starred: 0 }));
  await addCopies(db, 'messages', await aMessage(db, { room_id: roomId }), count.messages - 1);
  await addCopies(db, 'suggestions', await aSuggestion(db, { room_id: roomId }), count.suggestions - 1);
  await db.insertInto('room_members').values(members).execute();
}

/** What is left of a room, and what its deletion events list: one snapshot of both. */
async function leftAndListed() {
  const row = await db
    .selectNoFrom((eb) => {
      const left = (table: 'messages' | 'suggestions' | 'room_members') =>
        eb
          .selectFrom(table)
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('room_id', '=', roomId)
          .$asScalar()
          .$notNull();
      const lists = eb
        .selectFrom('events')
        .select(sql<string | null>`string_agg(fields_before, ',')`.as('lists'))
        .where('record_type', '=', 'rooms')
        .where('record_id', '=', roomId)
        .where('action', 'in', ['delete_messages', 'delete_suggestions', 'remove_members']);
      return [
        left('messages').as('messages'),
        left('suggestions').as('suggestions'),
        left('room_members').as('users'),
        lists.as('lists'),
      ];
    })
    .executeTakeFirstOrThrow();
  const listed: Partial<Record<'messages' | 'suggestions' | 'users', number[]>>[] = JSON.parse(`[${row.lists ?? ''}]`);
  return { left: { messages: row.messages, suggestions: row.suggestions, users: row.users }, listed };
}

// PostgreSQL reports a full disk by its own error codes, which are tested elsewhere.
const onSqlite = engine === 'SQLite' ? test : () => {};
/** Lets the disk be full from the given event on, until the returned function is called. */
async function fillDisk(event: string) {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await run(
    `pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 100}`,
    'create table filler (bytes)',
    `create trigger fill before ${event} begin insert into filler values (zeroblob(9000000)); end`,
  );
  return () => run('drop trigger fill', 'drop table filler', 'pragma max_page_count = 1000000');
}

onSqlite('a deletion that a full disk interrupts says whether a part of it is done', async () => {
  await addDrafts(30);
  await aMessage(db, { room_id: roomId });
  const empty = await fillDisk('delete on messages');
  const remove = () => send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' });
  const [begun, again] = [await remove(), await remove()];
  expect([begun.status, begun.headers.get('retry-after'), begun.errors[0]?.detail]).toEqual([
    503,
    '1',
    'The request was interrupted, and is partly done. Send it again to continue.',
  ]);
  expect([again.status, again.errors[0]?.detail]).toEqual([503, expect.stringContaining('Nothing was written')]);
  expect(await countDrafts()).toBe(5);
  await empty();
  expect((await remove()).status).toBe(200);
});

onSqlite('a change of privacy that a full disk refuses at once has written nothing', async () => {
  await addDrafts(3);
  const empty = await fillDisk('update on rooms');
  const { status, errors } = await service.update('rooms', roomId, { is_private: false, description: 'Open' });
  expect([status, errors[0]?.detail]).toEqual([503, expect.stringContaining('Nothing was written')]);
  await empty();
});

test('messages, suggestions and members are deleted together with events that list up to a hundred each', async () => {
  // Enough batches for several reads beside them, even on a busy machine.
  const all = { messages: 3_000, suggestions: 130, users: 220 };
  await fillRoom(all);
  let isDeleted = false;
  const deleting = send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' }).finally(() => {
    isDeleted = true;
  });
  const seen = [];
  while (!isDeleted) seen.push(await leftAndListed());
  expect((await deleting).status).toBe(200);
  seen.push(await leftAndListed());
  expect(seen.at(-1)?.left).toEqual({ messages: 0, suggestions: 0, users: 0 });
  for (const { left, listed } of seen) {
    const lists = (name: keyof typeof all) => listed.map((fields) => fields[name] ?? []);
    for (const name of ['messages', 'suggestions', 'users'] as const) {
      expect([name, left[name] + new Set(lists(name).flat()).size]).toEqual([name, all[name]]);
      expect(Math.max(...lists(name).map(({ length }) => length), 0)).toBeLessThanOrEqual(100);
    }
  }
  expect(new Set(seen.map(({ left }) => left.messages)).size).toBeGreaterThan(2);
});

test('a supervisor can delete a private room of many members, including themselves', async () => {
  await db.updateTable('rooms').set({ kind: 3, is_private: 1 }).where('id', '=', roomId).execute();
  await aMember(db, roomId, userIds.supervisor);
  await fillRoom({ messages: 2, suggestions: 2, users: 199 });
  expect((await send('DELETE', `/rooms/${roomId}`, { as: 'supervisor' })).status).toBe(200);
  expect((await send('GET', `/rooms/${roomId}`)).status).toBe(404);
  const { left, listed } = await leftAndListed();
  expect([left.users, listed.flatMap((fields) => fields.users ?? []).length]).toEqual([0, 200]);
});

test('deleting a room revokes its tokens and records each revocation', async () => {
  const { id } = (await service.create('clients', { title: 'Shop' })).record;
  const { meta } = await send('POST', `/clients/${id}/login`);
  const token = String(meta.access_token);
  const [own] = (await send('GET', '/rooms', { token })).records;
  const findTokens = db.selectFrom('tokens').select('id').where('room_id', '=', Number(own?.id));
  const ids = (await findTokens.execute()).map((row) => row.id);
  expect((await send('DELETE', `/rooms/${own?.id}`, { as: 'supervisor' })).status).toBe(200);
  expect((await send('GET', '/rooms', { token })).status).toBe(401);
  const events = await db
    .selectFrom('events')
    .select(['user_id', 'record_id'])
    .where('action', '=', 'revoke')
    .where('record_type', '=', 'tokens')
    .execute();
  expect([ids.length, events]).toEqual([1, [{ user_id: userIds.supervisor, record_id: ids[0] }]]);
});

describe('drafts with a verdict', () => {
  test.each(['approved', 'rejected'] as const)(
    'that are %s can be deleted with their room by admins only',
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

  test('stop a deletion in progress; its completed part stays recorded, and an admin can finish it', async () => {
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

test('marking all verdicts as read runs in batches and records each draft', async () => {
  const author = await aUser(db);
  const own = { room_id: roomId, created_user_id: userIds.supervisor };
  const draft = await aResolvedDraft(db, userIds.reviewer, own);
  await addCopies(db, DRAFTS, draft, 1_199);
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
