import { expect, test } from 'vitest';
import { aMember, aRoom, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, send, userIds } = service;

const find = (attributes: object) =>
  send('POST', '/rooms/create_or_find_group_room', { as: 'agent', body: { data: { type: 'rooms', attributes } } });

test('a room is found by its members after every kind of change to its members or name', async () => {
  const others = [await aUser(db), await aUser(db), await aUser(db)].map(({ id }) => id);
  const [first = 0, second = 0, third = 0] = others;
  const room = await aRoom(db, { kind: 3, name: 'Owls' });
  for (const user of [first, userIds.agent, second]) await aMember(db, room.id, user);
  const people = (ids: number[]) => ({ user_ids: ids.map(String) });
  const found = { status: 200, record: { id: String(room.id) } };
  expect(await find(people([second, first]))).toMatchObject(found);
  const path = `/rooms/${room.id}/relationships/users`;
  const members = (ids: number[]) => ({ body: { data: ids.map((id) => ({ type: 'users', id: String(id) })) } });
  await send('POST', path, members([third, first]));
  expect(await find(people(others))).toMatchObject(found);
  await send('DELETE', path, members([first, third]));
  expect(await find(people([second]))).toMatchObject(found);
  await service.update('rooms', room.id, { name: 'Herons' });
  expect(await find({ ...people([second]), name: 'Herons' })).toMatchObject(found);
  expect((await find({ ...people([second]), name: 'Owls' })).status).toBe(201);
  await db
    .insertInto('room_members')
    .values([
      { room_id: room.id, user_id: first, starred: 0 },
      { room_id: room.id, user_id: third, starred: 0 },
    ])
    .execute();
  await db.deleteFrom('users').where('id', '=', third).execute();
  expect(await find(people([first, second]))).toMatchObject(found);
  await send('DELETE', `/rooms/${room.id}`);
  const sets = db.selectFrom('room_member_sets').select('hash').where('room_id', '=', room.id);
  expect(await sets.execute()).toEqual([]);
  expect((await find(people([first, second]))).status).toBe(201);
});

test('a hash collision does not find the room of other members', async () => {
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
  expect(await find({ user_ids: [String(other.id)] })).toMatchObject({
    status: 200,
    record: { id: String(wanted.id) },
  });
});
