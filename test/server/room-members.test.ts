import { expect, test } from 'vitest';
import { aRoom, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const { create, db, send, userIds } = await serviceForFile();

const user = (id: number | string) => ({ type: 'users', id: String(id) });
const pathOf = (room: number | string) => `/rooms/${room}/relationships/users`;
const faultsOf = async (answer: ReturnType<typeof send>) => {
  const { status, errors } = await answer;
  return [status, ...errors.map((error) => `${error.status} ${error.code} ${error.source?.pointer}`)];
};

test.each([
  ['direct', 2],
  ['group', 3],
])('a visitor cannot be added to a %s room, but removed', async (_, kind) => {
  const { id } = await aRoom(db, { kind }, [userIds.agent]);
  const write = (method: string) =>
    send(method, pathOf(id), { as: 'agent', body: { data: [user(userIds.reviewer), user(userIds.guest)] } });
  expect(await write('POST')).toMatchObject({
    status: 422,
    errors: [
      {
        code: '100',
        source: { pointer: '/data/1' },
        detail: 'Choose staff only. Visitors can’t join these rooms.',
        meta: { issue: { code: 'not_staff' } },
      },
    ],
  });
  expect((await send('GET', pathOf(id))).records).toEqual([user(userIds.agent)]);
  expect((await write('DELETE')).status).toBe(200);
});

test('a visitor can be added to a support room', async () => {
  const { id } = await aRoom(db);
  expect((await send('POST', pathOf(id), { body: { data: [user(userIds.guest)] } })).status).toBe(200);
});

test('only its pair can be added to the direct room of two people', async () => {
  const attributes = { user_id: String(userIds.reviewer) };
  const body = { data: { type: 'rooms', attributes } };
  const { record } = await send('POST', '/rooms/create_or_find_direct_room', { as: 'agent', body });
  const members = [user(userIds.agent), user(userIds.reviewer)];
  await send('DELETE', pathOf(record.id), { as: 'agent', body: { data: [members[1]] } });
  const add = (data: object[]) => send('POST', pathOf(record.id), { as: 'agent', body: { data } });
  expect(await add([...members, user(userIds.supervisor), user(userIds.guest)])).toMatchObject({
    status: 422,
    errors: [
      { code: '100', source: { pointer: '/data/2' }, detail: 'Only the two people of this room can be its members.' },
      { code: '100', source: { pointer: '/data/3' }, detail: 'Choose staff only. Visitors can’t join these rooms.' },
    ],
  });
  expect(await add(members)).toMatchObject({ status: 200, document: { data: members } });
});

test('a direct room that was not created for a pair takes any staff', async () => {
  const { record } = await create('rooms', { kind: 'direct_room' }, { as: 'agent' });
  const data = [user(userIds.reviewer), user(userIds.supervisor)];
  expect((await send('POST', pathOf(record.id), { as: 'agent', body: { data } })).status).toBe(200);
});

test.each([
  ['POST', {}],
  ['POST', undefined],
  ['DELETE', {}],
  ['DELETE', undefined],
])('%s without data: %j', async (method, body) => {
  const { id } = await aRoom(db);
  const { status, errors } = await send(method, pathOf(id), { body });
  expect([status, errors]).toEqual([400, [expect.objectContaining({ code: '106', detail: 'The body has no data.' })]]);
});

test('every wrong identifier is reported, in the order of the body', async () => {
  const { id } = await aRoom(db, { kind: 3 });
  const { id: visitor } = await aUser(db, { kind: 'visitor' });
  const add = (data: unknown[]) => faultsOf(send('POST', pathOf(id), { body: { data } }));
  expect(await add([user(userIds.agent), user('999999'), user('x')])).toEqual([
    404,
    '404 404 /data/1',
    '404 404 /data/2',
  ]);
  expect(await add([user('999999'), user(visitor), user(userIds.agent), user(visitor)])).toEqual([
    422,
    '422 404 /data/0',
    '422 100 /data/1',
    '422 100 /data/3',
  ]);
  const room = { type: 'rooms', id: String(id) };
  expect(await add([user(visitor), null, room, 7, { type: 'users' }, user('999999')])).toEqual([
    400,
    '400 100 /data/0',
    '400 122 /data/1',
    '400 116 /data/2/type',
    '400 122 /data/3',
    '400 106 /data/4',
    '400 404 /data/5',
  ]);
  expect(await add(Array.from({ length: 1_000 }, () => null))).toHaveLength(101);
});
