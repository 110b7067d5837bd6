import { beforeAll, describe, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/document.ts';
import { resources } from '#contract/resources.ts';
import { ROLES, type Role } from '#server/access/caller.ts';
import { operations } from '#server/jsonapi/resource-config.ts';
import { permissions } from '#server/resources/permissions.ts';
import { aClient, aDraft, aKeyword, aMember, aMessage, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';
import { everyEndpoint } from './endpoints.ts';

const service = await serviceForFile();
beforeAll(async () => {
  const { db } = service;
  // A record of every type exists, but the operations address a missing id: the test is about permissions only.
  await aMessage(db, { room_id: service.guestRoomId });
  await aDraft(db);
  await aSuggestion(db);
  await aClient(db);
  await aKeyword(db);
});

test('every operation of every resource has a rule, and there are no other rules', () => {
  for (const resource of Object.values(resources)) {
    expect(Object.keys(permissions[resource.type]).sort()).toEqual(operations(resource).sort());
  }
});

describe.each(ROLES)('a %s', (role) => {
  test.each(everyEndpoint('999999'))(
    '$operation of $type by $method $path',
    async ({ type, operation, method, path }) => {
      const allowed = (permissions as Record<string, Record<string, readonly Role[]>>)[type]?.[operation]?.includes(
        role,
      );
      const { status, errors } = await service.send(method, path, { as: role });
      if (allowed) expect([200, 201, 400, 404, 422]).toContain(status);
      else expect([status, errors[0]?.title]).toEqual([403, 'Forbidden']);
    },
  );
});

test('the refusal names the permitted roles', async () => {
  const { errors } = await service.send('PUT', '/support_draft_messages/1/approve', { as: 'agent' });
  expect(errors[0]?.detail).toMatch(/reviewer, supervisor, admin/);
});

test.each<[string, Role, string[]]>([
  ['clients', 'supervisor', []],
  ['clients', 'admin', ['update', 'delete', 'login']],
  ['users', 'admin', []],
])('meta.can of %s lists what a %s may do', async (type, as, expected) => {
  const { records } = await service.send('GET', `/${type}?page[size]=1`, { as });
  expect(records[0]?.meta?.can).toEqual(expected);
});

describe('without a valid token', () => {
  test.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['empty', { 'x-access-token': '' }],
    ['unknown', { 'x-access-token': `cs_${'x'.repeat(43)}` }],
    ['in the wrong header', { authorization: 'Bearer x' }],
  ])('%s', async (_, headers) => {
    for (const path of ['/rooms', '/nonsense', '/rooms/1/history', '/rooms?page[size]=0']) {
      const { status, errors } = await service.send('GET', path, { as: null, headers });
      expect([status, errors[0]?.title]).toEqual([401, 'Unauthorized']);
    }
    const write = await service.send('POST', '/rooms', { as: null, headers, body: 'no JSON' });
    expect(write.status).toBe(401);
  });
});

describe('a guest', () => {
  let own: { room: string; message: string; agent: string; left: string };
  let foreign: { room: string; message: string; user: string };
  beforeAll(async () => {
    const { db, userIds, guestRoomId } = service;
    await aMember(db, guestRoomId, userIds.agent);
    const left = await aUser(db);
    const message = await aMessage(db, { room_id: guestRoomId, user_id: left.id });
    own = {
      room: String(guestRoomId),
      message: String(message.id),
      agent: String(userIds.agent),
      left: String(left.id),
    };
    const room = await aRoom(db, { name: 'A room of others' }, [userIds.reviewer]);
    const other = await aMessage(db, { room_id: room.id, user_id: userIds.reviewer });
    foreign = { room: String(room.id), message: String(other.id), user: String(userIds.reviewer) };
  });
  const get = (path: string) => service.send('GET', path, { as: 'guest' });

  test('sees only its own room, messages and people in lists and counts', async () => {
    expect((await get('/rooms')).records.map(({ id }) => id)).toEqual([own.room]);
    const messages = await get('/messages?include=room,user');
    expect(
      messages.records.every(({ relationships }) =>
        JSON.stringify(relationships?.room?.data).includes(`"${own.room}"`),
      ),
    ).toBe(true);
    expect(messages.meta.record_count).toBe(messages.records.length);
    const people = (await get('/users')).records.map(({ id }) => id);
    expect(people.sort()).toEqual([String(service.userIds.guest), own.agent, own.left].sort());
    for (const id of people) expect((await get(`/users/${id}`)).record.id).toBe(id);
    expect(new Set(messages.included.map(({ id, type }) => `${type} ${id}`))).toEqual(
      new Set([`rooms ${own.room}`, `users ${own.left}`]),
    );
    expect((await get(`/messages/${own.message}/user`)).record.id).toBe(own.left);
    expect((await get('/rooms/room_counts')).meta.room_counts).toMatchObject({ all: 1 });
  });

  test('cannot see other rooms by id, filter, relationship or include', async () => {
    const missing = await get('/rooms/999999');
    for (const path of [
      `/rooms/${foreign.room}`,
      `/rooms/${foreign.room}/history`,
      `/rooms/${foreign.room}/messages`,
      `/rooms/${foreign.room}/relationships/users`,
      `/rooms/${own.room}/relationships/messages/${foreign.message}`,
      `/messages/${foreign.message}`,
      `/users/${foreign.user}`,
    ]) {
      expect(await get(path), path).toMatchObject({ status: 404, document: missing.document });
    }
    for (const path of [
      `/rooms?filter[id]=${foreign.room}`,
      '/rooms?filter[name_like]=of others',
      '/users?filter[name_like]=sam reviewer',
      `/messages?filter[room_id]=${foreign.room}`,
    ]) {
      expect(await get(path)).toMatchObject({ status: 200, records: [], meta: { record_count: 0 } });
    }
    const { included } = await get(`/rooms/${own.room}?include=users,messages.room.users`);
    expect(included.some(({ id, type }) => type === 'users' && id === foreign.user)).toBe(false);
  });

  test('can write only in its own room', async () => {
    const post = (room_id: string | undefined) =>
      service.create('messages', { content: 'Hi', room_id }, { as: 'guest' });
    expect((await post(own.room)).status).toBe(201);
    expect((await post(foreign.room)).status).toBe(404);
    expect((await post(undefined)).status).toBe(422);
  });

  test('without a room sees nothing', async () => {
    const { mintToken } = await import('#server/access/tokens.ts');
    const token = await mintToken(service.db, {
      userId: service.userIds.guest,
      role: 'guest',
      roomId: null,
      expiresAtUnix: null,
    });
    for (const path of ['/rooms', '/messages', '/users']) {
      expect((await service.send('GET', path, { token })).records).toEqual([]);
    }
  });
});

test('unknown tokens are not rate limited', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => service.send('GET', '/users', { token: `cs_${index}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await service.send('GET', '/users')).status).toBe(200);
});

test('the API exists only below its prefix', async () => {
  for (const path of ['/rapi', '/rapi/rooms', '/rapi/v2/rooms', '/rapi/v1x', `${API_PREFIX}/rooms/1/2/3/4/5`]) {
    const response = await service.fetch(path, { headers: { 'x-access-token': service.tokens.admin } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
  }
});
