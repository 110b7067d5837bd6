import { describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aClient, aDraft, addCopies, aMessage, aResolvedDraft, aRoom, aUser, unixNow } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

const room = async (id: number | string) => (await service.send('GET', `/rooms/${id}`)).record;
const say = (roomId: number, as: Role, token?: string) =>
  service.send('POST', '/messages', {
    as,
    token,
    body: { data: { type: 'messages', attributes: { content: 'Hello', room_id: String(roomId) } } },
  });
const put = (id: number, attributes: object) => service.update('rooms', id, attributes, { as: 'supervisor' });

describe('awaiting support', () => {
  test('begins when a visitor writes in a support room, and ends when staff reply', async () => {
    const id = service.guestRoomId;
    const { record } = await say(id, 'guest');
    expect(record.relationships?.user?.data).toEqual({ type: 'users', id: String(service.userIds.guest) });
    const waiting = await room(id);
    expect(waiting.attributes?.awaiting_support).toBe(true);
    expect(waiting.meta?.awaiting_since_unix).toBeGreaterThan(unixNow() - 60);

    await service.db.updateTable('rooms').set({ awaiting_since_unix: 7 }).where('id', '=', id).execute();
    await say(id, 'guest');
    const still = await room(id);
    expect(still.meta?.awaiting_since_unix).toBe(7);
    expect(still.meta?.version).toBe(waiting.meta?.version);

    await say(id, 'agent');
    const answered = await room(id);
    expect(answered.attributes?.awaiting_support).toBe(false);
    expect(answered.meta?.awaiting_since_unix).toBeNull();
    expect(answered.meta?.version).not.toBe(waiting.meta?.version);
  });

  test('can be set by PUT, and keeps its start time', async () => {
    const { id } = await aRoom(service.db);
    const first = await put(id, { awaiting_support: true });
    expect(first.record.meta?.awaiting_since_unix).toBeGreaterThan(unixNow() - 60);
    await service.db.updateTable('rooms').set({ awaiting_since_unix: 7 }).where('id', '=', id).execute();
    expect((await put(id, { awaiting_support: true })).record.meta?.awaiting_since_unix).toBe(7);
    expect((await put(id, { awaiting_support: false })).record.meta?.awaiting_since_unix).toBeNull();
  });
});

describe('approving and rejecting the drafts of a room', () => {
  const act = (roomId: number, verdict: string, attributes?: object, meta?: object) =>
    service.send('PUT', `/rooms/${roomId}/${verdict}_support_draft_messages`, {
      as: 'reviewer',
      body: attributes || meta ? { data: { type: 'rooms', attributes }, meta } : undefined,
    });

  test.each([
    ['approve', 'approved', 2],
    ['reject', 'rejected', 0],
  ])('%s decides all drafts in review', async (verdict, status, sent) => {
    const { db, userIds } = service;
    const { id } = await aRoom(db, { awaiting_support: 1 });
    const open = [await aDraft(db, { room_id: id }), await aDraft(db, { room_id: id, status: '' })];
    await aResolvedDraft(db, userIds.admin, { room_id: id });
    const own = await aDraft(db, { room_id: id, created_user_id: userIds.reviewer });
    const elsewhere = await aDraft(db);
    const answer = await act(id, verdict, { comment: 'All fine' });
    expect(answer.status).toBe(200);
    expect(answer.records.map((record) => [record.id, record.attributes?.status, record.attributes?.comment])).toEqual(
      open.map((draft) => [String(draft.id), status, 'All fine']),
    );
    expect(answer.meta).toEqual({
      record_count: 2,
      refused: [{ id: String(own.id), code: '403', detail: expect.any(String) }],
    });
    expect((await service.send('GET', `/rooms/${id}/messages`)).records).toHaveLength(sent);
    expect((await room(id)).attributes?.awaiting_support).toBe(verdict === 'reject');
    const other = await service.send('GET', `/support_draft_messages/${elsewhere.id}`);
    expect(other.record.attributes?.status).toBe('in_review');
  });

  test('decides exactly the named drafts, each checked individually', async () => {
    const { db, userIds } = service;
    const { id } = await aRoom(db);
    const chosen = await aDraft(db, { room_id: id });
    const left = await aDraft(db, { room_id: id });
    const settled = await aResolvedDraft(db, userIds.supervisor, { room_id: id });
    const elsewhere = await aDraft(db);
    const ids = [chosen, settled, elsewhere].map((draft) => String(draft.id));
    const { records, meta } = await act(id, 'approve', { ids: [...ids, '999999'] });
    expect(records.map((record) => record.id)).toEqual([String(chosen.id)]);
    expect(meta.refused).toEqual([
      { id: String(elsewhere.id), code: '404', detail: expect.any(String) },
      { id: '999999', code: '404', detail: expect.any(String) },
      { id: String(settled.id), code: 'already_resolved', detail: expect.any(String) },
    ]);
    expect((await service.send('GET', `/support_draft_messages/${left.id}`)).record.attributes?.status).toBe(
      'in_review',
    );
  });

  test('decides at most 100 drafts per request, the caller’s own last, and reports how many remain', async () => {
    const { db, userIds } = service;
    const { id } = await aRoom(db);
    const own = await aDraft(db, { room_id: id, created_user_id: userIds.reviewer });
    await addCopies(db, 'support_draft_messages', own, 2);
    await addCopies(db, 'support_draft_messages', { ...own, created_user_id: userIds.agent }, 101);
    const first = await act(id, 'reject');
    expect(first.records).toHaveLength(100);
    expect(first.meta).toEqual({ record_count: 100, refused: [], remaining_count: 4 });
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 1));
    const refused = await act(id, 'reject', { ids });
    expect(refused).toMatchObject({ status: 422, errors: [{ meta: { issue: { code: 'too_many_ids', most: 100 } } }] });
    const second = await act(id, 'reject');
    expect(second.records).toHaveLength(1);
    expect(second.meta).toEqual({ record_count: 1, refused: Array(3).fill(expect.objectContaining({ code: '403' })) });
  });

  test('succeeds without a draft in review', async () => {
    const { id } = await aRoom(service.db);
    expect(await act(id, 'approve')).toMatchObject({
      status: 200,
      records: [],
      meta: { record_count: 0, refused: [] },
    });
  });

  test('is blocked by a newer visitor message', async () => {
    const { db } = service;
    const { id } = await aRoom(db);
    await aDraft(db, { room_id: id });
    const visitor = await aUser(db, { kind: 'visitor' });
    await aMessage(db, { room_id: id, user_id: visitor.id }, false);
    const held = await act(id, 'approve', {}, { last_message_id: '0' });
    expect(held.meta.refused).toEqual([expect.objectContaining({ code: 'room_moved_on' })]);
    expect((await act(id, 'approve', {}, { last_message_id: '0', force: true })).records).toHaveLength(1);
  });

  test('refuses a newest message that is not an id, before any draft is decided', async () => {
    const { id } = await aRoom(service.db);
    const expected = { status: 400, errors: [{ code: '400', source: { pointer: '/meta/last_message_id' } }] };
    expect(await act(id, 'approve', {}, { last_message_id: 'abc' })).toMatchObject(expected);
    await aDraft(service.db, { room_id: id });
    expect(await act(id, 'approve', {}, { last_message_id: 'abc' })).toMatchObject(expected);
    expect((await act(id, 'approve', {}, { last_message_id: null })).records).toHaveLength(1);
  });

  test.each<[string, unknown, number]>([
    ['ids that are not a list', { data: { type: 'rooms', attributes: { ids: '1' } } }, 400],
    ['ids that are not valid', { data: { type: 'rooms', attributes: { ids: ['x'] } } }, 422],
    ['another version', { meta: { version: 'old' } }, 422],
    ['an attribute of a draft', { data: { type: 'rooms', attributes: { message_content: 'x' } } }, 400],
  ])('refuses %s', async (_, body, status) => {
    const { id } = await aRoom(service.db);
    const path = `/rooms/${id}/reject_support_draft_messages`;
    expect((await service.send('PUT', path, { as: 'reviewer', body })).status).toBe(status);
  });
});

test('history lists the messages newest first, in pages, with their authors', async () => {
  const { db, userIds } = service;
  const { id } = await aRoom(db);
  const ids = [];
  for (let number = 0; number < 3; number++)
    ids.push(String((await aMessage(db, { room_id: id, user_id: userIds.agent })).id));
  await aMessage(db, { room_id: (await aRoom(db)).id });
  const path = `/rooms/${id}/history`;
  const { records, included, meta, links } = await service.send('GET', `${path}?include=user&page[size]=2`);
  expect(records.map((record) => record.id)).toEqual(ids.toReversed().slice(0, 2));
  expect(included.map((record) => record.id)).toEqual([String(userIds.agent)]);
  expect(meta).toEqual({ record_count: 3, page_count: 2 });
  expect(links.next).toBe(`http://harbor.test/rapi/v1${path}?include=user&page%5Bnumber%5D=2&page%5Bsize%5D=2`);
  expect((await service.send('GET', `${path}?sort=id`)).records.map((record) => record.id)).toEqual(ids);
  expect((await service.send('GET', '/rooms/999999/history')).status).toBe(404);
});

test('a login gives a visitor their own room for a day', async () => {
  const client = await aClient(service.db);
  const login = await service.send('POST', `/clients/${client.id}/login`);
  expect(login).toMatchObject({ status: 200, record: { type: 'clients', id: String(client.id) } });
  expect(Number(login.meta.expires_at_unix) - unixNow()).toBeGreaterThan(86_000);
  expect(Object.keys(login.meta).sort()).toEqual(['access_token', 'expires_at_unix', 'user_id']);
  const token = String(login.meta.access_token);
  const self = await service.send('GET', '/users?filter[current_user]=1', { token });
  expect(self.records.map((record) => record.id)).toEqual([login.meta.user_id]);
  const rooms = await service.send('GET', '/rooms', { token });
  expect(rooms.records).toHaveLength(1);
  expect(rooms.records[0]?.attributes?.kind).toBe('support_room');
  const users = await service.send('GET', '/users', { token });
  expect(users.records.map((record) => record.id)).toEqual([login.meta.user_id]);
  expect((await say(Number(rooms.records[0]?.id), 'guest', token)).status).toBe(201);
});

test('the name of a visitor’s room is shortened to the longest valid name', async () => {
  const { id } = await aClient(service.db, { title: '🚢'.repeat(255) });
  const { status, meta } = await service.send('POST', `/clients/${id}/login`);
  expect(status).toBe(200);
  const token = String(meta.access_token);
  const { records } = await service.send('GET', '/rooms', { token });
  const name = String(records[0]?.attributes?.name);
  expect(name).toMatch(/^Visitor of (🚢)+$/u);
  expect([...name]).toHaveLength(255);
  expect((await service.update('rooms', records[0]?.id ?? '', { name })).status).toBe(200);
});

test('writing a message marks earlier ones as read', async () => {
  const { db, userIds } = service;
  const { id } = await aRoom(db, {}, [userIds.agent]);
  await aMessage(db, { room_id: id });
  const unread = async () => {
    const counts = await service.send('GET', `/rooms/room_counts?filter[id]=${id}`, { as: 'agent' });
    return counts.meta.room_counts;
  };
  expect(await unread()).toMatchObject({ unread: 1 });
  await say(id, 'agent');
  expect(await unread()).toMatchObject({ unread: 0 });
});
