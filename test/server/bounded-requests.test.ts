import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { onQuery } from '#server/db/query-events.ts';
import { aDraft, aMessage, aResolvedDraft, aRoom } from '#test/builders.ts';
import { createService, serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, send } = service;
const DRAFTS = 'support_draft_messages';

/** The statements that run until `work` is done. */
async function statementsOf(work: () => Promise<unknown>) {
  const found: string[] = [];
  const stop = onQuery(({ sql }) => found.push(sql));
  await work();
  stop();
  return found;
}

const countMessages = async () => (await db.selectFrom('messages').select('id').execute()).length;
const message = (roomId: number, more = {}) => ({
  data: { type: 'messages', attributes: { content: 'Ahoy', room_id: String(roomId), ...more } },
});

test.each([
  ['POST', () => `/messages?include=room.messages`],
  ['POST', () => `/messages?include=user,room.users`],
  ['POST', () => `/messages?include=room.messages.user`],
])('%s with a to-many include is refused and writes nothing', async (method, pathOf) => {
  const room = await aRoom(db);
  const before = await countMessages();
  for (const as of ['agent', 'guest'] as const) {
    const { status, errors } = await send(method, pathOf(), { as, body: message(room.id) });
    expect([status, errors[0]?.code, errors[0]?.source]).toEqual([400, '112', { parameter: 'include' }]);
  }
  expect(await countMessages()).toBe(before);
});

test('updates and actions include to-one relationships only', async () => {
  const draft = await aDraft(db);
  const path = `/rooms/${draft.room_id}/reject_${DRAFTS}`;
  expect((await send('PUT', `${path}?include=room.messages`)).errors[0]?.code).toBe('112');
  expect((await send('PUT', `/rooms/${draft.room_id}?include=users`, { body: {} })).errors[0]?.code).toBe('112');
  const { status, records, included } = await send('PUT', `${path}?include=room`);
  expect([status, records.length, included.length]).toEqual([200, 1, 1]);
});

test('control characters count toward the response limit with their escaped length', async () => {
  const room = await aRoom(db);
  const comment = '\u0001'.repeat(65_536);
  for (let count = 0; count < 60; count++) await aDraft(db, { room_id: room.id, comment, message_content: comment });
  const path = `/${DRAFTS}?sort=-id`;
  const whole = await send('GET', `${path}&page[size]=60`);
  expect([whole.status, whole.errors[0]?.code]).toEqual([400, 'answer_too_large']);
  const part = await send('GET', `${path}&page[size]=10`);
  expect([part.status, part.records[0]?.attributes?.comment]).toEqual([200, comment]);
  const verdicts = await send('PUT', `/rooms/${room.id}/reject_${DRAFTS}`);
  expect([verdicts.status, verdicts.errors[0]?.code]).toEqual([400, 'answer_too_large']);
  const rejected = await db
    .selectFrom(DRAFTS)
    .select('id')
    .where('room_id', '=', room.id)
    .where('status', '=', 'rejected')
    .execute();
  expect(rejected).toEqual([]);
});

test.each([
  ['included rooms', { room: { description: 'x'.repeat(400_000) }, draft: {} }, '?include=room'],
  ['texts', { room: {}, draft: { settings: JSON.stringify({ text: 'x'.repeat(278_800) }) } }, ''],
])('marking all verdicts as read returns only as many as fit with their %s', async (_, { room, draft }, search) => {
  const own = { created_user_id: service.userIds.agent };
  const drafts = [];
  for (let count = 0; count < 60; count += 1) {
    const { id } = await aRoom(db, room);
    drafts.push(await aResolvedDraft(db, service.userIds.reviewer, { room_id: id, ...own, ...draft }));
  }
  const { status, records, included, meta } = await send('PUT', `/${DRAFTS}/mark_read_all_resolved${search}`, {
    as: 'agent',
  });
  expect([status, meta.record_count]).toEqual([200, 60]);
  expect(records.length).toBeGreaterThan(10);
  expect(records.map(({ id }) => id)).toEqual(drafts.slice(0, records.length).map(({ id }) => String(id)));
  const rooms = drafts.slice(0, records.length).map(({ room_id }) => String(room_id));
  expect(included.map(({ id }) => id)).toEqual(search === '' ? [] : rooms);
  const unread = db.selectFrom(DRAFTS).select('id').where('create_user_resolved_read_time_unix', 'is', null);
  expect(await unread.where('created_user_id', '=', own.created_user_id).execute()).toEqual([]);
});

test('the body of a guest is limited to 128 KiB, with or without a Content-Length', async () => {
  const { port } = new URL(await service.listen());
  const url = `http://127.0.0.1:${port}/rapi/v1/messages`;
  const text = JSON.stringify(message(service.guestRoomId));
  const post = (as: 'guest' | 'agent', bytes: number, isChunked: boolean) => {
    const body = text + ' '.repeat(bytes - text.length);
    return fetch(url, {
      method: 'POST',
      headers: { 'X-Access-Token': service.tokens[as], 'Content-Type': 'application/vnd.api+json' },
      body: isChunked ? new Blob([body]).stream() : body,
      ...(isChunked && { duplex: 'half' }),
    });
  };
  for (const isChunked of [false, true]) {
    expect((await post('guest', 131_072, isChunked)).status).toBe(201);
    const refused = await post('guest', 131_073, isChunked);
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { errors: [{ code: '413', detail: 'The body must not exceed 128 KiB.' }] },
    ]);
    expect((await post('agent', 1_000_000, isChunked)).status).toBe(201);
  }
});

test('a malformed body is refused even while another process blocks all write transactions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const own = await createService({}, folder);
  const other = new DatabaseSync(join(folder, 'tenants', 'harbor.sqlite'));
  other.exec('begin immediate');
  const malformed = await own.send('POST', '/messages', { as: 'agent', body: '{"data":' });
  expect([malformed.status, malformed.errors[0]?.detail]).toEqual([400, 'The body is not valid JSON.']);
  other.close();
  await own.close();
  rmSync(folder, { recursive: true });
});

test('reading a single record skips columns that the response does not show', async () => {
  const draft = await aDraft(db);
  const written = await aMessage(db, { room_id: draft.room_id });
  const long = /"(message_content|message_content_folded|settings|comment|description|content)"/;
  const fields = (type: string) => `fields[${type}]=kind`;
  // Fills the cache of column names, because learning them reads a whole row.
  await send('GET', `/${DRAFTS}/${draft.id}?include=room`);
  await send('GET', `/messages/${written.id}`);
  for (const path of [
    `/${DRAFTS}/${draft.id}?${fields(DRAFTS)}`,
    `/${DRAFTS}/${draft.id}/relationships/room`,
    `/${DRAFTS}/${draft.id}/room?${fields('rooms')}`,
    `/rooms/${draft.room_id}/messages?${fields('messages')}`,
    `/rooms/${draft.room_id}/relationships/messages/${written.id}?${fields('messages')}`,
  ]) {
    const statements = await statementsOf(async () => expect((await send('GET', path)).status).toBe(200));
    expect(statements.filter((sql) => sql.startsWith('select')).length).toBeGreaterThan(1);
    expect([path, statements.filter((sql) => long.test(sql) || sql.includes('*'))]).toEqual([path, []]);
  }
  const whole = await statementsOf(() => send('GET', `/${DRAFTS}/${draft.id}`));
  expect(whole.join()).not.toContain('message_content_folded');
});
