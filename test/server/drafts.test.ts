import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, aMessage, aResolvedDraft, aRoom, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { createService, type SendOptions, type TestService } from '#test/service.ts';

let service: TestService;
let roomId: number;
let draftId: number;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.close());

beforeEach(async () => {
  const { db, userIds } = service;
  roomId = (await aRoom(db, { awaiting_support: 1, awaiting_since_unix: MADE_AT_UNIX })).id;
  draftId = (await aDraft(db, { room_id: roomId, created_user_id: userIds.agent, message_content: 'Good day' })).id;
});

const TYPE = 'support_draft_messages';
const act = (action: string, options: SendOptions & { attributes?: object; meta?: object } = {}, id = draftId) => {
  const { attributes, meta, ...rest } = options;
  const data = attributes && { type: TYPE, attributes };
  const body = data || meta ? { data, meta } : undefined;
  return service.send('PUT', `/${TYPE}/${id}/${action}`, { as: 'reviewer', body, ...rest });
};
const read = async (id = draftId) => (await service.send('GET', `/${TYPE}/${id}`)).record;
const messagesOf = async (id = roomId) => (await service.send('GET', `/rooms/${id}/history`)).records;
const unixNow = () => Math.floor(Date.now() / 1000);

test('is created in review, by the caller, now', async () => {
  const body = { data: { type: TYPE, attributes: { message_content: 'Hi', room_id: String(roomId) } } };
  const { record } = await service.send('POST', `/${TYPE}`, { as: 'agent', body });
  expect(record.attributes).toMatchObject({ status: 'in_review', kind: 'text', settings: {}, comment: null });
  expect(record.attributes?.created_at_unix).toBeGreaterThan(unixNow() - 60);
  expect(record.relationships?.created_user?.data).toEqual({ type: 'users', id: String(service.userIds.agent) });
});

describe.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
])('%s', (action, status) => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['an empty object', {}],
    ['a body of data', { data: { type: TYPE, attributes: {} } }],
    ['data without attributes', { data: { type: TYPE } }],
  ])(`settles the draft, with %s`, async (_, body) => {
    const before = await read();
    const { status: http, record } = await act(action, { body });
    expect(http).toBe(200);
    expect(record.attributes).toMatchObject({ status, comment: null });
    expect(record.attributes?.resolved_time_unix).toBeGreaterThan(unixNow() - 60);
    expect(record.relationships?.resolved_user?.data).toEqual({ type: 'users', id: String(service.userIds.reviewer) });
    expect(record.meta?.version).not.toBe(before.meta?.version);
    expect(await read()).toMatchObject({ attributes: record.attributes });
  });

  test('keeps the comment', async () => {
    expect((await act(action, { attributes: { comment: 'Too short' } })).record.attributes?.comment).toBe('Too short');
    expect((await act(action, { attributes: { comment: 'Another' } })).record.attributes?.comment).toBe('Too short');
  });

  test('again changes nothing', async () => {
    const first = await act(action);
    const again = await act(action, { meta: { version: '1' } });
    expect(again.status).toBe(200);
    expect(again.record).toEqual(first.record);
    expect(await messagesOf()).toHaveLength(action === 'approve' ? 1 : 0);
  });

  test('after the opposite is refused and shows the draft as it stands', async () => {
    const opposite = action === 'approve' ? 'reject' : 'approve';
    const settled = await act(opposite);
    const { status: http, errors } = await act(action, { meta: { version: '1' } });
    expect(http).toBe(422);
    expect(errors).toEqual([expect.objectContaining({ code: 'already_resolved', meta: { current: settled.record } })]);
  });

  test('of another version than the current one is refused', async () => {
    await service.send('PUT', `/${TYPE}/${draftId}`, {
      body: { data: { type: TYPE, id: String(draftId), attributes: { message_content: 'Good evening' } } },
    });
    const { status: http, errors } = await act(action, { meta: { version: '1' } });
    expect(http).toBe(422);
    expect(errors[0]).toMatchObject({
      code: 'stale_version',
      meta: { current: { attributes: { message_content: 'Good evening', status: 'in_review' } } },
    });
    expect((await act(action, { meta: { version: '2' } })).status).toBe(200);
  });

  test('of what another has settled meanwhile, with the old version, is refused', async () => {
    await act(action, { as: 'supervisor' });
    expect(await act(action, { meta: { version: '1' } })).toMatchObject({
      status: 422,
      errors: [{ code: 'stale_version' }],
    });
    expect((await act(action)).status).toBe(200);
  });

  test('treats an empty status as in review', async () => {
    const { id } = await aDraft(service.db, { status: '' });
    expect((await act(action, {}, id)).record.attributes?.status).toBe(status);
  });

  test.each<[Role, number]>([
    ['reviewer', 403],
    ['supervisor', 403],
    ['admin', 200],
  ])('of their own draft answers a %s with %i', async (role, expected) => {
    const { id } = await aDraft(service.db, { created_user_id: service.userIds[role] });
    const { record } = await service.send('GET', `/${TYPE}/${id}`, { as: role });
    expect(record.meta?.can?.includes(action)).toBe(expected === 200);
    expect((await act(action, { as: role }, id)).status).toBe(expected);
  });

  test.each<[string, object, number, string]>([
    ['unknown attributes', { data: { type: TYPE, attributes: { status: 'approved' } } }, 400, '105'],
    ['another id', { data: { type: TYPE, id: '999999' } }, 400, '110'],
    ['another type', { data: { type: 'rooms' } }, 400, '101'],
    ['a comment that is no text', { data: { type: TYPE, attributes: { comment: 7 } } }, 422, '100'],
  ])('refuses %s', async (_, body, http, code) => {
    expect(await act(action, { body })).toMatchObject({ status: http, errors: [{ code }] });
    expect((await read()).attributes?.status).toBe('in_review');
  });
});

describe('approving', () => {
  test('says the text in the room, for its author, and ends the waiting', async () => {
    await act('approve');
    const [message] = await messagesOf();
    expect(message?.attributes).toMatchObject({ content: 'Good day', kind: 'text' });
    expect(message?.relationships?.user?.data).toEqual({ type: 'users', id: String(service.userIds.agent) });
    const room = (await service.send('GET', `/rooms/${roomId}`)).record;
    expect(room.attributes?.awaiting_support).toBe(false);
    expect(room.meta?.awaiting_since_unix).toBeNull();
  });

  test('with edits sends the edited text and keeps the first one', async () => {
    const { record } = await act('approve', { attributes: { message_content: 'Good evening' } });
    expect(record.attributes).toMatchObject({
      message_content: 'Good evening',
      status: 'approved',
      settings: { original_content: 'Good day' },
    });
    expect((await messagesOf())[0]?.attributes?.content).toBe('Good evening');
    const found = await service.send('GET', `/${TYPE}?filter[id]=${draftId}&filter[content_or_room_name_like]=EVENING`);
    expect(found.records).toHaveLength(1);
  });

  test('with the same text, or none, leaves the settings alone', async () => {
    expect((await act('approve', { attributes: { message_content: 'Good day' } })).record.attributes?.settings).toEqual(
      {},
    );
  });

  test('with a blank text is refused', async () => {
    const answer = await act('approve', { attributes: { message_content: ' ' } });
    expect(answer).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/data/attributes/message_content' } }],
    });
    expect(await messagesOf()).toEqual([]);
  });

  test('after the visitor wrote again is refused, unless forced', async () => {
    const visitor = await aUser(service.db, { kind: 'visitor' });
    const seen = await aMessage(service.db, { room_id: roomId, user_id: visitor.id }, false);
    const last_message_id = String(seen.id);
    await aMessage(service.db, { room_id: roomId, user_id: service.userIds.agent });
    for (let more = 0; more < 2; more++) await aMessage(service.db, { room_id: roomId, user_id: visitor.id }, false);
    const { status, errors } = await act('approve', { meta: { last_message_id } });
    expect(status).toBe(422);
    expect(errors).toEqual([expect.objectContaining({ code: 'room_moved_on', meta: { newer_count: 2 } })]);
    expect((await read()).attributes?.status).toBe('in_review');
    expect((await act('approve', { meta: { last_message_id, force: true } })).status).toBe(200);
  });

  test.each<[unknown, number]>([
    [null, 422],
    ['0', 422],
    ['x', 400],
    ['1e0', 400],
  ])('takes %j for the newest message seen as it is meant', async (last_message_id, status) => {
    const visitor = await aUser(service.db, { kind: 'visitor' });
    await aMessage(service.db, { room_id: roomId, user_id: visitor.id }, false);
    expect((await act('approve', { meta: { last_message_id } })).status).toBe(status);
  });

  test('is not held up by what staff wrote since', async () => {
    const seen = await aMessage(service.db, { room_id: roomId });
    await aMessage(service.db, { room_id: roomId, user_id: service.userIds.agent });
    expect((await act('approve', { meta: { last_message_id: String(seen.id) } })).status).toBe(200);
  });
});

test('rejecting says nothing in the room and leaves it waiting', async () => {
  await act('reject');
  expect(await messagesOf()).toEqual([]);
  expect((await service.send('GET', `/rooms/${roomId}`)).record.attributes?.awaiting_support).toBe(true);
});

test('of twenty verdicts at once one wins', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await aDraft(service.db, { room_id: roomId });
    const before = (await messagesOf()).length;
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        act(index % 2 === 0 ? 'approve' : 'reject', { as: index % 3 === 0 ? 'supervisor' : 'reviewer' }, id),
      ),
    );
    const states = new Set(
      verdicts.filter(({ status }) => status === 200).map(({ record }) => record.attributes?.status),
    );
    expect(states.size).toBe(1);
    expect(verdicts.filter(({ errors }) => errors[0]?.code === 'already_resolved')).toHaveLength(10);
    expect((await messagesOf()).length - before).toBe(states.has('approved') ? 1 : 0);
  }
});

describe('once resolved', () => {
  test('the text is no longer written, the rest is', async () => {
    await act('approve');
    const put = (attributes: object) =>
      service.send('PUT', `/${TYPE}/${draftId}`, { body: { data: { type: TYPE, id: String(draftId), attributes } } });
    const refused = await put({ message_content: 'Other' });
    expect(refused).toMatchObject({
      status: 422,
      errors: [{ code: 'already_resolved', meta: { current: { attributes: { message_content: 'Good day' } } } }],
    });
    expect((await put({ comment: 'Well said' })).record.attributes?.comment).toBe('Well said');
  });
});

describe('mark_read', () => {
  test('is set once, by the author', async () => {
    await act('approve');
    const { status, record } = await act('mark_read', { as: 'agent' });
    expect(status).toBe(200);
    expect(record.attributes?.create_user_resolved_read_time_unix).toBeGreaterThan(unixNow() - 60);
    const again = await act('mark_read', { as: 'agent', meta: { version: '1' } });
    expect(again.record).toEqual(record);
  });

  test.each<[Role, number]>([
    ['reviewer', 403],
    ['supervisor', 403],
    ['admin', 200],
    ['agent', 200],
  ])('by a %s answers %i', async (as, status) => {
    await act('reject');
    expect((await read()).meta?.can).toContain('mark_read');
    expect((await act('mark_read', { as })).status).toBe(status);
  });

  test('of what is in review is refused', async () => {
    expect((await act('mark_read', { as: 'agent' })).status).toBe(422);
    expect((await act('mark_read', { as: 'reviewer' })).status).toBe(403);
  });

  test('of all takes the unread verdicts of the caller alone', async () => {
    const { db } = service;
    const author = service.userIds.supervisor;
    const given = { room_id: roomId, created_user_id: author };
    for (let number = 0; number < 101; number++) await aResolvedDraft(db, service.userIds.reviewer, given);
    await aDraft(db, given);
    const theirs = await aResolvedDraft(db, service.userIds.reviewer, { created_user_id: service.userIds.agent });
    const send = () => service.send('PUT', `/${TYPE}/mark_read_all_resolved`, { as: 'supervisor' });
    const { status, records, meta } = await send();
    expect(status).toBe(200);
    expect(records).toHaveLength(100);
    expect(records.every((record) => record.attributes?.create_user_resolved_read_time_unix)).toBe(true);
    expect(meta.record_count).toBe(101);
    expect(await send()).toMatchObject({ records: [], meta: { record_count: 0 } });
    expect((await read(theirs.id)).attributes?.create_user_resolved_read_time_unix).toBeNull();
  });
});
