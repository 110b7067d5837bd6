import { expect, test } from 'vitest';
import { aDraft, aHeavyRoom, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, send } = service;

const roomId = await aHeavyRoom(db, 20);

const outcome = async (path: string) => {
  const { status, errors, records, included } = await send('GET', path);
  return { status, code: errors[0]?.code, count: records.length + included.length };
};
const TOO_LARGE = { status: 400, code: 'answer_too_large', count: 0 };

test.each([
  `/rooms/${roomId}/history`,
  `/rooms/${roomId}/messages`,
  `/messages?filter[room_id]=${roomId}`,
  `/rooms/${roomId}?include=messages`,
  `/rooms?filter[id]=${roomId}&include=messages`,
])('%s is refused, because it would be larger than 16 MiB', async (path) => {
  expect(await outcome(path)).toEqual(TOO_LARGE);
});

test('the error names ways to make the response smaller, and each of them works', async () => {
  const { errors } = await send('GET', `/rooms/${roomId}/history`);
  expect(errors[0]?.detail).toMatch(/page\[size\].*fields.*include/);
  expect(await outcome(`/rooms/${roomId}/history?page[size]=10`)).toMatchObject({ status: 200, count: 10 });
  expect(await outcome(`/rooms/${roomId}/history?fields[messages]=kind`)).toMatchObject({ status: 200, count: 20 });
  expect(await outcome(`/rooms/${roomId}?include=messages&fields[messages]=kind`)).toMatchObject({
    status: 200,
    count: 20,
  });
});

test('sparse fields change neither the permissions of the caller nor the requested attributes', async () => {
  const draft = await aDraft(db, { room_id: roomId, message_content: 'Ahoy', settings: '{"a":1}', comment: 'why' });
  const list = async (fields: string) =>
    (await send('GET', `/support_draft_messages?filter[id]=${draft.id}&${fields}`)).records[0];
  const whole = await list('');
  expect(whole?.attributes).toMatchObject({ message_content: 'Ahoy', settings: { a: 1 }, comment: 'why' });
  const part = await list('fields[support_draft_messages]=comment,room');
  expect(part?.attributes).toEqual({ comment: 'why' });
  expect(part?.meta).toEqual(whole?.meta);
  expect(Object.keys(part?.relationships ?? {})).toEqual(['room']);
});

test('a verdict with a response that is too large changes no draft, and the error says what to do', async () => {
  const room = await aRoom(db);
  const settings = JSON.stringify({ text: 'x'.repeat(1_000_000) });
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(String((await aDraft(db, { room_id: room.id, settings })).id));
  const decide = async (attributes: object, search = '') => {
    const body = { data: { type: 'rooms', id: String(room.id), attributes } };
    const path = `/rooms/${room.id}/approve_support_draft_messages${search}`;
    return send('PUT', path, { as: 'reviewer', body });
  };
  for (const attributes of [{ ids }, {}]) {
    const { status, errors } = await decide(attributes);
    expect([status, errors]).toEqual([
      400,
      [
        expect.objectContaining({
          code: 'answer_too_large',
          detail: expect.stringMatching(/Nothing was changed\. Name fewer records by ids/),
          source: { pointer: '/data/attributes/ids' },
        }),
      ],
    ]);
  }
  const approved = db.selectFrom('support_draft_messages').select('id').where('room_id', '=', room.id);
  expect(await approved.where('status', '=', 'approved').execute()).toEqual([]);
  expect(await db.selectFrom('messages').select('id').where('room_id', '=', room.id).execute()).toEqual([]);

  expect(await decide({ ids: ids.slice(0, 5) })).toMatchObject({ status: 200, meta: { record_count: 5 } });
  const rest = await decide({}, '?fields[support_draft_messages]=status');
  expect(rest).toMatchObject({ status: 200, meta: { record_count: 15 } });
});

test('linkage of more than 10,000 records is refused with the URL of their pages, but can be written', async () => {
  const room = await aRoom(db);
  const name = 'Crowd';
  const people = Array.from({ length: 10_001 }, () => ({ name, name_folded: name, kind: 'staff' as const }));
  for (let start = 0; start < people.length; start += 1_000) {
    const ids = await db
      .insertInto('users')
      .values(people.slice(start, start + 1_000))
      .returning('id')
      .execute();
    const members = ids.map(({ id }) => ({ room_id: room.id, user_id: id, starred: 0 }));
    await db.insertInto('room_members').values(members).execute();
  }
  const path = `/rooms/${room.id}/relationships/users`;
  const { status, errors } = await send('GET', path);
  expect([status, errors[0]?.code]).toEqual([400, 'answer_too_large']);
  expect(errors[0]?.detail).toContain(`/rapi/v1/rooms/${room.id}/users`);
  expect((await send('GET', `/rooms/${room.id}/users`)).records.length).toBeGreaterThan(0);

  const body = { data: [{ type: 'users', id: String(service.userIds.agent) }] };
  const added = await send('POST', path, { body });
  expect([added.status, added.record]).toEqual([200, undefined]);
  await db
    .deleteFrom('room_members')
    .where('room_id', '=', room.id)
    .where('user_id', '!=', service.userIds.agent)
    .execute();
  expect((await send('GET', path)).records).toEqual(body.data);
});
