import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { aDraft, aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
let origin: URL;
beforeAll(async () => {
  origin = new URL(await service.listen());
});

/** Sends a request and closes the socket once its effect is visible, without reading the response. */
async function sendAndHangUp(method: string, path: string, body: object, isDone: () => Promise<boolean>) {
  const text = JSON.stringify(body);
  const socket = connect(Number(origin.port), origin.hostname);
  socket
    .pause()
    .write(
      [
        `${method} /rapi/v1${path} HTTP/1.1`,
        `Host: ${origin.host}`,
        `X-Access-Token: ${service.tokens.reviewer}`,
        `Content-Type: ${MEDIA_TYPE}`,
        `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      ].join('\r\n'),
    );
  await expect.poll(isDone, { interval: 5 }).toBe(true);
  socket.destroy();
}

const as = 'reviewer';

test('a decision retried after a lost response is applied once', async () => {
  const { db } = service;
  const draft = await aDraft(db);
  const body = { data: { type: 'support_draft_messages', attributes: { comment: 'Fine' } } };
  const path = `/support_draft_messages/${draft.id}/approve`;
  const rows = db.selectFrom('support_draft_messages').selectAll().where('id', '=', draft.id);
  await sendAndHangUp('PUT', path, body, async () => (await rows.executeTakeFirstOrThrow()).status === 'approved');
  const before = await rows.executeTakeFirstOrThrow();
  expect(await service.send('PUT', path, { as, body })).toMatchObject({
    status: 200,
    record: { attributes: { status: 'approved', comment: 'Fine' } },
  });
  expect(await rows.executeTakeFirstOrThrow()).toEqual(before);
  expect(await db.selectFrom('messages').select('id').where('room_id', '=', draft.room_id).execute()).toHaveLength(1);
});

test('a retried decision on a room’s drafts gets the same response, but another user’s request does not', async () => {
  const { db } = service;
  const { room_id, ...first } = await aDraft(db);
  const second = await aDraft(db, { room_id });
  const ids = [first, second].map(({ id }) => String(id));
  const body = { data: { type: 'rooms', attributes: { ids } } };
  const path = `/rooms/${room_id}/approve_support_draft_messages`;
  const rows = db.selectFrom('support_draft_messages').selectAll().where('room_id', '=', room_id);
  const isDone = async () => (await rows.execute()).every(({ status }) => status === 'approved');
  await sendAndHangUp('PUT', path, body, isDone);
  const before = await rows.execute();
  const again = await service.send('PUT', path, { as, body });
  expect(again.records.map(({ id }) => id)).toEqual(ids);
  expect(again.meta).toMatchObject({ refused: [] });
  const other = await service.send('PUT', path, { as: 'supervisor', body });
  expect(other.meta).toMatchObject({ record_count: 0, refused: ids.map((id) => ({ id, code: 'already_resolved' })) });
  expect(await rows.execute()).toEqual(before);
  expect(await db.selectFrom('messages').select('id').where('room_id', '=', room_id).execute()).toHaveLength(2);
});

test.each(['direct', 'group'])('a %s room is found when its request is retried after a lost response', async (kind) => {
  const { db, userIds } = service;
  const { id } = await aUser(db);
  const body = { data: { type: 'rooms', attributes: { user_ids: [String(id)] } } };
  const path = `/rooms/create_or_find_${kind}_room`;
  const members = db.selectFrom('room_members').select('room_id').where('user_id', '=', id);
  await sendAndHangUp('POST', path, body, async () => (await members.execute()).length > 0);
  const [first] = await members.execute();
  const again = await service.send('POST', path, { as, body });
  expect([again.status, again.record.id]).toEqual([200, String(first?.room_id)]);
  expect(await members.execute()).toHaveLength(1);
  const mine = members
    .clearWhere()
    .where('user_id', '=', userIds.reviewer)
    .where('room_id', '=', first?.room_id ?? 0);
  expect(await mine.execute()).toHaveLength(1);
});
