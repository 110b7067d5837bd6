import { describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aMember, aRoom, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

describe('create_or_find_direct_room', () => {
  const find = (as: Role, attributes: object) =>
    service.send('POST', '/rooms/create_or_find_direct_room', { as, body: { data: { type: 'rooms', attributes } } });

  test('creates one room per pair, regardless of which of the two asks', async () => {
    const { userIds } = service;
    const made = await find('agent', { user_id: String(userIds.reviewer) });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`http://harbor.test/rapi/v1/rooms/${made.record.id}`);
    expect(made.record.attributes?.kind).toBe('direct_room');
    const users = await service.send('GET', `/rooms/${made.record.id}/relationships/users`);
    expect(users.records.map((record) => record.id)).toEqual([userIds.agent, userIds.reviewer].map(String));
    for (const user_ids of [[userIds.agent], [userIds.agent, userIds.reviewer]]) {
      const found = await find('reviewer', { user_ids: user_ids.map(String) });
      expect(found).toMatchObject({ status: 200, record: { id: made.record.id } });
    }
  });

  test('creates one room when both ask at the same time', async () => {
    const { userIds } = service;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? find('supervisor', { user_id: String(userIds.agent) })
          : find('agent', { user_id: String(userIds.supervisor) }),
      ),
    );
    expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('adds back members who have left or were removed', async () => {
    const { db, send, userIds } = service;
    const pair = [userIds.agent, userIds.admin];
    const made = await find('agent', { user_id: String(userIds.admin) });
    const { id } = made.record;
    const path = `/rooms/${id}/relationships/users`;
    const again = { status: 200, record: { id } };
    const events = async () =>
      (await db.selectFrom('events').selectAll().where('record_id', '=', Number(id)).orderBy('id').execute()).map(
        ({ user_id, record_type, action, fields_after }) => [user_id, `${action} ${record_type}`, fields_after],
      );
    const remove = (ids: number[]) =>
      send('DELETE', path, { body: { data: ids.map((member) => ({ type: 'users', id: String(member) })) } });
    for (const missing of [[userIds.agent], [userIds.admin], pair]) {
      await remove(missing);
      const before = (await events()).length;
      expect(await find('agent', { user_id: String(userIds.admin) })).toMatchObject(again);
      expect((await send('GET', `/rooms/${id}`, { as: 'agent' })).status).toBe(200);
      expect((await send('GET', path)).records.map((record) => Number(record.id))).toEqual(pair);
      expect((await events()).slice(before)).toEqual([
        [userIds.agent, 'add_members rooms', JSON.stringify({ users: missing })],
      ]);
    }
    const before = await events();
    expect(await find('admin', { user_id: String(userIds.agent) })).toMatchObject(again);
    expect(await events()).toEqual(before);
  });

  test.each<[string, (ids: Record<Role, number>) => object, number]>([
    ['no user', () => ({}), 422],
    ['oneself', ({ agent }) => ({ user_id: String(agent) }), 422],
    ['two others', ({ reviewer, admin }) => ({ user_ids: [String(reviewer), String(admin)] }), 422],
    ['a visitor', ({ guest }) => ({ user_id: String(guest) }), 422],
    ['a missing user', () => ({ user_id: '999999' }), 404],
    ['an invalid id', () => ({ user_id: 'x' }), 404],
  ])('with %s is refused', async (_, attributesOf, status) => {
    expect((await find('agent', attributesOf(service.userIds))).status).toBe(status);
  });
});

describe('create_or_find_group_room', () => {
  const find = (as: Role, attributes: object) =>
    service.send('POST', '/rooms/create_or_find_group_room', { as, body: { data: { type: 'rooms', attributes } } });

  test('finds the room of the same people and, if given, the same name', async () => {
    const { agent, reviewer, supervisor } = service.userIds;
    const user_ids = [reviewer, supervisor].map(String);
    const made = await find('agent', { user_ids, name: 'Night shift' });
    expect(made).toMatchObject({ status: 201, record: { attributes: { kind: 'group_room', name: 'Night shift' } } });
    const { id } = made.record;
    expect(await find('agent', { user_ids })).toMatchObject({ status: 200, record: { id } });
    expect(await find('agent', { user_ids, name: 'Night shift' })).toMatchObject({ status: 200, record: { id } });
    const others = [supervisor, agent, agent].map(String);
    expect(await find('reviewer', { user_ids: others })).toMatchObject({ status: 200, record: { id } });
    const named = await find('agent', { user_ids, name: 'Day shift' });
    expect(named.status).toBe(201);
    const smaller = await find('agent', { user_ids: [String(reviewer)] });
    expect(smaller).toMatchObject({ status: 201, record: { attributes: { name: 'Sam agent, Sam reviewer' } } });
  });

  test.each<[string, object, number]>([
    ['no list', {}, 422],
    ['an empty list', { user_ids: [] }, 422],
    ['a missing user', { user_ids: ['999999'] }, 404],
    ['a visitor', { user_ids: [service.userIds.guest, service.userIds.agent].map(String) }, 422],
  ])('with %s is refused', async (_, attributes, status) => {
    expect((await find('agent', attributes)).status).toBe(status);
  });

  test('finds a room by its members after every kind of change to its members or name', async () => {
    const { db, send, userIds } = service;
    const others = [await aUser(db), await aUser(db), await aUser(db)].map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = others;
    const room = await aRoom(db, { kind: 3, name: 'Owls' });
    for (const user of [first, userIds.agent, second]) await aMember(db, room.id, user);
    const people = (ids: number[]) => ({ user_ids: ids.map(String) });
    const found = { status: 200, record: { id: String(room.id) } };
    expect(await find('agent', people([second, first]))).toMatchObject(found);
    const path = `/rooms/${room.id}/relationships/users`;
    const members = (ids: number[]) => ({ body: { data: ids.map((id) => ({ type: 'users', id: String(id) })) } });
    await send('POST', path, members([third, first]));
    expect(await find('agent', people(others))).toMatchObject(found);
    await send('DELETE', path, members([first, third]));
    expect(await find('agent', people([second]))).toMatchObject(found);
    await service.update('rooms', room.id, { name: 'Herons' });
    expect(await find('agent', { ...people([second]), name: 'Herons' })).toMatchObject(found);
    expect((await find('agent', { ...people([second]), name: 'Owls' })).status).toBe(201);
    await db
      .insertInto('room_members')
      .values([
        { room_id: room.id, user_id: first, starred: 0 },
        { room_id: room.id, user_id: third, starred: 0 },
      ])
      .execute();
    await db.deleteFrom('users').where('id', '=', third).execute();
    expect(await find('agent', people([first, second]))).toMatchObject(found);
    await send('DELETE', `/rooms/${room.id}`);
    const sets = db.selectFrom('room_member_sets').select('hash').where('room_id', '=', room.id);
    expect(await sets.execute()).toEqual([]);
    expect((await find('agent', people([first, second]))).status).toBe(201);
  });

  test('does not find the room of other members by a hash collision', async () => {
    const { db, userIds } = service;
    const [one, other] = [await aUser(db), await aUser(db)];
    const room = await aRoom(db, { kind: 3 }, [userIds.agent, one.id]);
    const rooms = db.updateTable('room_member_sets');
    const wanted = await aRoom(db, { kind: 3 }, [userIds.agent, other.id]);
    const { hash } = await db
      .selectFrom('room_member_sets')
      .select('hash')
      .where('room_id', '=', wanted.id)
      .executeTakeFirstOrThrow();
    await rooms.set({ hash }).where('room_id', '=', room.id).execute();
    expect(await find('agent', { user_ids: [String(other.id)] })).toMatchObject({
      status: 200,
      record: { id: String(wanted.id) },
    });
  });
});
