import { describe, expect, test, vi } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, aMessage, aResolvedDraft, aUser, unixNow } from '#test/builders.ts';
import type { Sent } from '#test/service.ts';
import { serviceWithDraft, TYPE } from './draft-fixture.ts';

const { service, own, act, read } = await serviceWithDraft();

const messagesOf = async () => (await service.send('GET', `/rooms/${own.room}/history`)).records;

describe.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
])('%s', (action, status) => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['an empty object', {}],
    ['a body of data', { data: { type: TYPE, attributes: {} } }],
    ['data without attributes', { data: { type: TYPE } }],
  ])(`decides the draft, with %s`, async (_, body) => {
    const before = await read();
    const { status: http, record } = await act(action, { body });
    expect(http).toBe(200);
    expect(record.attributes).toMatchObject({ status, comment: null });
    expect(record.attributes?.resolved_time_unix).toBeGreaterThan(unixNow() - 60);
    expect(record.relationships?.resolved_user?.data).toEqual({ type: 'users', id: String(service.userIds.reviewer) });
    expect(record.meta?.version).not.toBe(before.meta?.version);
    expect(await read()).toMatchObject({ attributes: record.attributes });
  });

  test('keeps the first comment', async () => {
    expect((await act(action, { attributes: { comment: 'Too short' } })).record.attributes?.comment).toBe('Too short');
    expect((await act(action, { attributes: { comment: 'Another' } })).record.attributes?.comment).toBe('Too short');
  });

  test('changes nothing when repeated', async () => {
    const first = await act(action);
    const again = await act(action, { meta: { version: '1' } });
    expect(again.status).toBe(200);
    expect(again.record).toEqual(first.record);
    expect(await messagesOf()).toHaveLength(action === 'approve' ? 1 : 0);
  });

  test('is refused after the opposite decision, and returns the current draft', async () => {
    const opposite = action === 'approve' ? 'reject' : 'approve';
    const settled = await act(opposite);
    const { status: http, errors } = await act(action, { meta: { version: '1' } });
    expect(http).toBe(422);
    expect(errors).toEqual([expect.objectContaining({ code: 'already_resolved', meta: { current: settled.record } })]);
  });

  test('is refused with a stale version', async () => {
    await service.update(TYPE, own.draft, { message_content: 'Good evening' });
    const { status: http, errors } = await act(action, { meta: { version: '1' } });
    expect(http).toBe(422);
    expect(errors[0]).toMatchObject({
      code: 'stale_version',
      meta: { current: { attributes: { message_content: 'Good evening', status: 'in_review' } } },
    });
    expect((await act(action, { meta: { version: '2' } })).status).toBe(200);
  });

  test('is refused with a version from before another user’s decision', async () => {
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
  ])('as %s, of one’s own draft, answers %i', async (role, expected) => {
    const { id } = await aDraft(service.db, { created_user_id: service.userIds[role] });
    const { record } = await service.send('GET', `/${TYPE}/${id}`, { as: role });
    expect(record.meta?.can?.includes(action)).toBe(expected === 200);
    expect((await act(action, { as: role }, id)).status).toBe(expected);
  });

  test.each<[string, object, number, string]>([
    ['unknown attributes', { data: { type: TYPE, attributes: { status: 'approved' } } }, 400, '105'],
    ['another id', { data: { type: TYPE, id: '999999' } }, 400, '110'],
    ['another type', { data: { type: 'rooms' } }, 400, '101'],
    ['a comment that is not a string', { data: { type: TYPE, attributes: { comment: 7 } } }, 422, '100'],
  ])('refuses %s', async (_, body, http, code) => {
    expect(await act(action, { body })).toMatchObject({ status: http, errors: [{ code }] });
    expect((await read()).attributes?.status).toBe('in_review');
  });
});

describe('approving', () => {
  test('sends the text to the room in the name of its author and ends the wait', async () => {
    await act('approve');
    const [message] = await messagesOf();
    expect(message?.attributes).toMatchObject({ content: 'Good day', kind: 'text' });
    expect(message?.relationships?.user?.data).toEqual({ type: 'users', id: String(service.userIds.agent) });
    const room = (await service.send('GET', `/rooms/${own.room}`)).record;
    expect(room.attributes?.awaiting_support).toBe(false);
    expect(room.meta?.awaiting_since_unix).toBeNull();
  });

  test('with edits sends the edited text and stores the original', async () => {
    const { record } = await act('approve', { attributes: { message_content: 'Good evening' } });
    expect(record.attributes).toMatchObject({
      message_content: 'Good evening',
      status: 'approved',
      settings: { original_content: 'Good day' },
    });
    expect((await messagesOf())[0]?.attributes?.content).toBe('Good evening');
    const found = await service.send(
      'GET',
      `/${TYPE}?filter[id]=${own.draft}&filter[content_or_room_name_like]=EVENING`,
    );
    expect(found.records).toHaveLength(1);
  });

  test('with the same text leaves the settings unchanged', async () => {
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

  test('is refused after a newer visitor message, unless forced', async () => {
    const visitor = await aUser(service.db, { kind: 'visitor' });
    const seen = await aMessage(service.db, { room_id: own.room, user_id: visitor.id }, false);
    const last_message_id = String(seen.id);
    await aMessage(service.db, { room_id: own.room, user_id: service.userIds.agent });
    for (let more = 0; more < 2; more++) await aMessage(service.db, { room_id: own.room, user_id: visitor.id }, false);
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
  ])('with last_message_id %j answers %i', async (last_message_id, status) => {
    const visitor = await aUser(service.db, { kind: 'visitor' });
    await aMessage(service.db, { room_id: own.room, user_id: visitor.id }, false);
    expect((await act('approve', { meta: { last_message_id } })).status).toBe(status);
  });

  test('is not blocked by newer staff messages', async () => {
    const seen = await aMessage(service.db, { room_id: own.room });
    await aMessage(service.db, { room_id: own.room, user_id: service.userIds.agent });
    expect((await act('approve', { meta: { last_message_id: String(seen.id) } })).status).toBe(200);
  });
});

test('rejecting sends nothing and leaves the room waiting', async () => {
  await act('reject');
  expect(await messagesOf()).toEqual([]);
  expect((await service.send('GET', `/rooms/${own.room}`)).record.attributes?.awaiting_support).toBe(true);
});

describe('reopening', () => {
  test('puts a rejected draft back in review, and is idempotent', async () => {
    await act('reject', { attributes: { comment: 'Too short' } });
    expect((await read()).meta?.can).toContain('reopen');
    const { status, record } = await act('reopen');
    expect(status).toBe(200);
    expect(record.attributes).toMatchObject({ status: 'in_review', resolved_time_unix: null, comment: null });
    expect(record.relationships?.resolved_user?.data).toBeNull();
    expect(record.meta?.can).toContain('approve');
    expect((await act('reopen')).record).toEqual(record);
    expect((await act('approve')).record.attributes?.status).toBe('approved');
  });

  test('of an approved draft is refused', async () => {
    await act('approve');
    expect((await read()).meta?.can).not.toContain('reopen');
    expect(await act('reopen')).toMatchObject({ status: 422, errors: [{ code: 'already_resolved' }] });
  });

  test('is refused after 24 hours', async () => {
    const rejected = { status: 'rejected', room_id: own.room, created_user_id: service.userIds.agent } as const;
    const late = await aResolvedDraft(service.db, service.userIds.reviewer, {
      ...rejected,
      resolved_time_unix: unixNow() - 86_401,
    });
    expect(await act('reopen', {}, late.id)).toMatchObject({ status: 422, errors: [{ code: 'already_resolved' }] });
    expect((await read(late.id)).meta?.can).not.toContain('reopen');
    const inTime = await aResolvedDraft(service.db, service.userIds.reviewer, {
      ...rejected,
      resolved_time_unix: unixNow() - 86_000,
    });
    expect((await act('reopen', {}, inTime.id)).status).toBe(200);
  });

  test.each([
    ['list', (id: number) => `/${TYPE}?filter[id]=${id}&include=room`],
    ['record', (id: number) => `/${TYPE}/${id}`],
  ])('of a %s read before is no longer offered once its time has passed', async (_, pathOf) => {
    const { id } = await aResolvedDraft(service.db, service.userIds.reviewer, {
      status: 'rejected',
      room_id: own.room,
      created_user_id: service.userIds.agent,
      resolved_time_unix: unixNow() - 86_340,
    });
    const get = (tag = '') => service.send('GET', pathOf(id), { as: 'reviewer', headers: { 'if-none-match': tag } });
    const canOf = ({ record, records }: Sent) => (records[0] ?? record).meta?.can;
    // A token's first use is a write.
    await get();
    const before = await get();
    expect(canOf(before)).toContain('reopen');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const after = await get(before.headers.get('etag') ?? '');
    vi.useRealTimers();
    expect(after.status).toBe(200);
    expect(canOf(after)).not.toContain('reopen');
  });

  test('is refused once the author has revised the draft', async () => {
    await act('reject');
    await service.create(TYPE, { message_content: 'Better', room_id: String(own.room) }, { as: 'agent' });
    expect(await act('reopen')).toMatchObject({ status: 422, errors: [{ code: 'already_resolved' }] });
    expect((await read()).attributes?.status).toBe('rejected');
  });

  test.each<[Role, number]>([
    ['agent', 403],
    ['reviewer', 403],
    ['admin', 200],
  ])('as %s, of one’s own draft, answers %i', async (as, expected) => {
    const { id } = await aDraft(service.db, { created_user_id: service.userIds[as] });
    await act('reject', { as: 'admin' }, id);
    expect((await act('reopen', { as }, id)).status).toBe(expected);
  });
});
