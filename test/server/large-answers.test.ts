import { expect, test } from 'vitest';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, send } = service;

/** 20 messages of a megabyte, as older versions of the service accepted them. */
async function makeHeavyRoom() {
  const room = await aRoom(db);
  for (let count = 0; count < 20; count += 1) {
    await aMessage(db, { room_id: room.id, settings: JSON.stringify({ text: 'x'.repeat(1_000_000) }) });
  }
  return room.id;
}
const roomId = await makeHeavyRoom();

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

test('the refusal names what makes it smaller, and each of these does', async () => {
  const { errors } = await send('GET', `/rooms/${roomId}/history`);
  expect(errors[0]?.detail).toMatch(/page\[size\].*fields.*include/);
  expect(await outcome(`/rooms/${roomId}/history?page[size]=10`)).toMatchObject({ status: 200, count: 10 });
  expect(await outcome(`/rooms/${roomId}/history?fields[messages]=kind`)).toMatchObject({ status: 200, count: 20 });
  expect(await outcome(`/rooms/${roomId}?include=messages&fields[messages]=kind`)).toMatchObject({
    status: 200,
    count: 20,
  });
});

test('attributes that are not requested do not change what the caller may do, and requested ones are complete', async () => {
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

test('what is written is rolled back if the response would be larger', async () => {
  const room = await aRoom(db);
  const settings = JSON.stringify({ text: 'x'.repeat(1_000_000) });
  for (let count = 0; count < 20; count += 1) await aDraft(db, { room_id: room.id, settings });
  const path = `/rooms/${room.id}/reject_support_draft_messages`;
  const { status, errors } = await send('PUT', path);
  expect([status, errors[0]?.code]).toEqual([400, 'answer_too_large']);
  const written = db.selectFrom('support_draft_messages').select('id').where('status', '=', 'rejected');
  expect(await written.where('room_id', '=', room.id).execute()).toEqual([]);
  expect((await send('PUT', `${path}?fields[support_draft_messages]=status`)).status).toBe(200);
});
