import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, addCopies, aMember, aMessage, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
let closed: { kind: string; room: number; message: number; draft: number; suggestion: number }[];
let open: number;

beforeAll(async () => {
  const { db, userIds } = service;
  open = (await aRoom(db, { kind: 3, name: 'Canteen' }, [userIds.agent])).id;
  closed = [];
  for (const [kind, columns] of [
    ['direct_room', { kind: 2, is_private: 0 }],
    ['group_room', { kind: 3, is_private: 1 }],
  ] as const) {
    const { id: room_id } = await aRoom(db, { ...columns, name: `Hush ${kind}` }, [userIds.agent]);
    const message = await aMessage(db, { room_id, user_id: userIds.agent });
    const draft = await aDraft(db, { room_id, created_user_id: userIds.agent, message_content: 'Hushed words' });
    const suggestion = await aSuggestion(db, { room_id });
    closed.push({ kind, room: room_id, message: message.id, draft: draft.id, suggestion: suggestion.id });
  }
});

const DRAFTS = 'support_draft_messages';
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => Number(id));
const get = (path: string, as: Role) => service.send('GET', path, { as });

describe.each<[Role, boolean]>([
  ['agent', true],
  ['reviewer', false],
  ['supervisor', false],
  ['admin', true],
])('direct and private group rooms, for %s, are visible: %s', (as, isVisible) => {
  test('by id, by their relationships and actions', async () => {
    const missing = (await get('/rooms/999999', as)).document;
    for (const { room, message, draft, suggestion } of closed) {
      for (const path of [
        `/rooms/${room}`,
        `/rooms/${room}/history`,
        `/rooms/${room}/messages`,
        `/rooms/${room}/users`,
        `/rooms/${room}/relationships/users`,
        `/messages/${message}`,
        `/messages/${message}/room`,
        `/${DRAFTS}/${draft}`,
        `/${DRAFTS}/${draft}/room`,
        `/suggestions/${suggestion}`,
      ]) {
        const answer = await get(path, as);
        expect([path, answer.status]).toEqual([path, isVisible ? 200 : 404]);
        if (!isVisible) expect(answer.document).toEqual(missing);
      }
    }
  });

  test('in lists, filters, includes and counts', async () => {
    const rooms = closed.map(({ room }) => room);
    const seen = isVisible ? rooms : [];
    const found = async (path: string) => {
      const { records, meta } = await get(path, as);
      expect(meta.record_count).toBe(records.length);
      return ids(records).sort((a, b) => a - b);
    };
    expect(await found('/rooms?filter[name_like]=hush')).toEqual(seen);
    expect(await found(`/rooms?filter[id]=${rooms.join()}`)).toEqual(seen);
    expect(await found('/rooms?filter[private_rooms]=1')).toEqual(isVisible ? [closed[1]?.room] : []);
    expect(await found(`/${DRAFTS}?filter[content_or_room_name_like]=hush`)).toHaveLength(seen.length);
    expect(await found(`/${DRAFTS}?filter[in_review]=1`)).toHaveLength(seen.length);
    expect(await found(`/messages?filter[room_id]=${rooms.join()}`)).toHaveLength(seen.length);
    expect(await found('/suggestions')).toHaveLength(seen.length);
    const { included } = await get('/suggestions?include=room.users,room.messages', as);
    expect(included.filter(({ type }) => type === 'rooms')).toHaveLength(seen.length);
  });

  test('in counts taken from tallies and from rows', async () => {
    const all = isVisible ? 4 : 2;
    expect((await get('/rooms?page[size]=1', as)).meta.record_count).toBe(all);
    expect((await get('/rooms?page[size]=1&sort=name', as)).meta.record_count).toBe(all);
    const counts = { all, support_room: 1, direct_room: isVisible ? 1 : 0, group_room: isVisible ? 2 : 1 };
    expect((await get('/rooms/room_counts', as)).meta.room_counts).toMatchObject(counts);
    const counted = await get('/rooms/room_counts?filter[id]=1,2,3,4,5,6,7,8,9', as);
    expect(counted.meta.room_counts).toMatchObject(counts);
    const mine = (await get('/rooms?page[size]=1&filter[current_user_is_member]=1', as)).meta.record_count;
    const others = (await get('/rooms?page[size]=1&filter[current_user_is_member]=0', as)).meta.record_count;
    expect(Number(mine) + Number(others)).toBe(all);
  });
});

describe('writing', () => {
  test('answers 404 to callers who cannot see the room', async () => {
    for (const { room, draft } of closed) {
      const as = 'reviewer';
      const members = { data: [{ type: 'users', id: String(service.userIds.reviewer) }] };
      const path = `/rooms/${room}/relationships/users`;
      for (const answer of [
        await service.send('POST', path, { as, body: members }),
        await service.send('DELETE', path, { as, body: members }),
        await service.create('messages', { content: 'Hi', room_id: String(room) }, { as }),
        await service.create(DRAFTS, { message_content: 'Hi', room_id: String(room) }, { as }),
        await service.send('PUT', `/${DRAFTS}/${draft}/approve`, { as }),
        await service.send('PUT', `/rooms/${room}/approve_${DRAFTS}`, { as }),
        await service.update('rooms', room, { name: 'Mine' }, { as: 'supervisor' }),
        await service.send('DELETE', `/rooms/${room}`, { as: 'supervisor' }),
      ]) {
        expect(answer.status).toBe(404);
      }
    }
  });

  test.each<[string, Role, number]>([
    ['a group room', 'agent', 200],
    ['a group room', 'reviewer', 403],
    ['a group room', 'admin', 200],
    ['a support room', 'reviewer', 200],
  ])('the members of %s as %s answers %i', async (name, as, status) => {
    const room = name === 'a group room' ? open : (await aRoom(service.db)).id;
    const { id } = await aUser(service.db);
    const body = { data: [{ type: 'users', id: String(id) }] };
    for (const method of ['POST', 'DELETE']) {
      expect((await service.send(method, `/rooms/${room}/relationships/users`, { as, body })).status).toBe(status);
    }
    await service.db.deleteFrom('rooms').where('id', '=', room).where('kind', '=', 1).execute();
  });

  test.each([
    ['a direct room', { kind: 2 }],
    ['a private group room', { kind: 3, is_private: 1 }],
  ])('a member can leave %s', async (_, columns) => {
    const { db, send, userIds } = service;
    const { id } = await aRoom(db, columns, [userIds.agent, userIds.reviewer]);
    const path = `/rooms/${id}/relationships/users`;
    const self = { type: 'users', id: String(userIds.agent) };
    const left = await send('DELETE', path, { as: 'agent', body: { data: [self] } });
    const { links } = (await send('GET', path)).document as { links: object };
    expect(left).toMatchObject({
      status: 200,
      document: { links, data: [{ type: 'users', id: String(userIds.reviewer) }] },
    });
    expect([(await get(path, 'agent')).status, (await get(path, 'reviewer')).status]).toEqual([404, 200]);
    await send('DELETE', `/rooms/${id}`);
  });

  test('the creator of a private room is its first member', async () => {
    const { status, record } = await service.create('rooms', { name: 'Den', is_private: true }, { as: 'reviewer' });
    expect(status).toBe(201);
    expect((await get(`/rooms/${record.id}`, 'reviewer')).status).toBe(200);
    expect((await get(`/rooms/${record.id}`, 'agent')).status).toBe(404);
    await service.send('DELETE', `/rooms/${record.id}`);
  });
});

test('a former member of a room can neither see nor mark the verdict on their draft in it', async () => {
  const { db, userIds } = service;
  const { id: room_id } = await aRoom(db, { kind: 3, is_private: 1 }, [userIds.agent, userIds.reviewer]);
  const { id } = await aDraft(db, { room_id, created_user_id: userIds.agent, message_content: 'Draft' });
  const members = `/rooms/${room_id}/relationships/users`;
  const agent = { data: [{ type: 'users', id: String(userIds.agent) }] };
  const put = (action: string, as: Role, body?: object) => service.send('PUT', `/${DRAFTS}/${action}`, { as, body });
  expect((await service.send('DELETE', members, { as: 'reviewer', body: agent })).status).toBe(200);
  const attributes = { message_content: 'Edited without them', comment: 'Not for them' };
  expect((await put(`${id}/approve`, 'reviewer', { data: { type: DRAFTS, attributes } })).status).toBe(200);

  expect((await get(`/${DRAFTS}/${id}`, 'agent')).status).toBe(404);
  expect((await put(`${id}/mark_read`, 'agent')).status).toBe(404);
  const { status, records, meta } = await put('mark_read_all_resolved', 'agent');
  expect([status, records, meta.record_count]).toEqual([200, [], 0]);
  const { record } = await get(`/${DRAFTS}/${id}`, 'reviewer');
  expect(record.attributes?.create_user_resolved_read_time_unix).toBeNull();

  expect((await service.send('POST', members, { as: 'reviewer', body: agent })).status).toBe(200);
  const again = await put('mark_read_all_resolved', 'agent');
  expect([ids(again.records), again.meta.record_count]).toEqual([[id], 1]);
  await service.send('DELETE', `/rooms/${room_id}`);
});

describe('a guest', () => {
  test('sees neither the description nor the settings of its room', async () => {
    await service.update('rooms', service.guestRoomId, { description: 'Rude', settings: { vip: false } });
    await aMember(service.db, service.guestRoomId, service.userIds.agent);
    for (const path of ['/rooms', `/rooms/${service.guestRoomId}`, '/messages?include=room']) {
      const text = JSON.stringify((await get(path, 'guest')).document);
      expect(text).not.toMatch(/Rude|vip|"description"/);
    }
    const { record } = await get(`/rooms/${service.guestRoomId}`, 'guest');
    expect(record.attributes).toMatchObject({ name: "Gale's room", kind: 'support_room' });
  });

  test('cannot choose the kind of a message, or write into a disabled room', async () => {
    const post = (given: object) =>
      service.create('messages', { content: 'Hi', room_id: String(service.guestRoomId), ...given }, { as: 'guest' });
    expect((await post({ kind: 'text' })).status).toBe(201);
    expect(await post({ kind: 'system' })).toMatchObject({
      status: 422,
      errors: [{ code: '100', source: { pointer: '/data/attributes/kind' } }],
    });
    await service.update('rooms', service.guestRoomId, { enabled: false });
    expect((await post({})).status).toBe(403);
    await service.update('rooms', service.guestRoomId, { enabled: true });
  });
});

test('a room with many drafts becomes private and public in batches, without blocking other requests', async () => {
  const { db, userIds } = service;
  const { id } = await aRoom(db, { kind: 3, name: 'Warehouse' }, [userIds.agent]);
  await addCopies(db, DRAFTS, await aDraft(db, { room_id: id }), 999);
  const drafts = db.selectFrom(DRAFTS).select('id').where('room_id', '=', id);
  const countHidden = async () => (await drafts.where('closed_room_id', 'is not', null).execute()).length;
  const change = async (attributes: object) => {
    const counts: number[] = [];
    let isDone = false;
    const changing = service.update('rooms', id, attributes).finally(() => {
      isDone = true;
    });
    while (!isDone) counts.push(await countHidden());
    return { status: (await changing).status, isGradual: counts.some((count) => count > 0 && count < 1_000) };
  };
  // PostgreSQL needs no batches, because a long statement does not block others.
  const isGradual = engine === 'SQLite';
  expect(await change({ is_private: true })).toEqual({ status: 200, isGradual });
  expect(await countHidden()).toBe(1_000);
  expect(await change({ is_private: false })).toEqual({ status: 200, isGradual });
  expect(await countHidden()).toBe(0);
  expect(await change({ is_private: true, name: '' })).toMatchObject({ status: 422 });
  expect(await countHidden()).toBe(0);
});

test('making a room private returns it one last time to a caller who is not a member', async () => {
  const { db, send, update, userIds } = service;
  const { id } = await aRoom(db, { kind: 3, name: 'Attic' }, [userIds.agent]);
  await aDraft(db, { room_id: id });
  const { status, record } = await update('rooms', id, { is_private: true }, { as: 'supervisor' });
  expect([status, record?.id, record?.attributes]).toMatchObject([
    200,
    String(id),
    { is_private: true, name: 'Attic' },
  ]);
  expect((await send('GET', `/rooms/${id}`, { as: 'supervisor' })).status).toBe(404);
  expect((await send('GET', `/rooms/${id}`, { as: 'agent' })).status).toBe(200);
});
