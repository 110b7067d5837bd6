import { describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, addCopies, aResolvedDraft, unixNow } from '#test/builders.ts';
import { serviceWithDraft, TYPE } from './draft-fixture.ts';

const { service, own, act, read } = await serviceWithDraft();

test('a new draft is in review, with the caller as author and the current time', async () => {
  const body = { data: { type: TYPE, attributes: { message_content: 'Hi', room_id: String(own.room) } } };
  const { record } = await service.send('POST', `/${TYPE}`, { as: 'agent', body });
  expect(record.attributes).toMatchObject({ status: 'in_review', kind: 'text', settings: {}, comment: null });
  expect(record.attributes?.created_at_unix).toBeGreaterThan(unixNow() - 60);
  expect(record.relationships?.created_user?.data).toEqual({ type: 'users', id: String(service.userIds.agent) });
});

describe('a change', () => {
  const refusals: [string, Role, number][] = [
    ['in_review', 'agent', 200],
    ['in_review', 'reviewer', 403],
    ['in_review', 'supervisor', 403],
    ['in_review', 'admin', 200],
    ['approved', 'agent', 422],
    ['rejected', 'reviewer', 422],
    ['rejected', 'admin', 422],
  ];
  const inState = async (status: string) => {
    if (status !== 'in_review') await act(status === 'approved' ? 'approve' : 'reject');
  };

  test.each(refusals)('of a draft %s by %s answers %i', async (status, as, expected) => {
    await inState(status);
    const before = await read();
    for (const attributes of [{ message_content: 'Other' }, { comment: 'Mine' }, { settings: { a: 1 } }]) {
      const answer = await service.update(TYPE, own.draft, attributes, { as });
      expect(answer.status).toBe(expected);
      if (expected === 422) {
        expect(answer.errors).toMatchObject([
          { code: 'already_resolved', meta: { current: { id: String(own.draft) } } },
        ]);
      }
    }
    if (expected !== 200) expect(await read()).toEqual(before);
    const { record } = await service.send('GET', `/${TYPE}/${own.draft}`, { as });
    expect(record.meta?.can?.includes('update')).toBe(expected === 200);
  });

  test.each<[string, Role, number]>([
    ['in_review', 'reviewer', 403],
    ['in_review', 'agent', 200],
    ['in_review', 'admin', 200],
    ['approved', 'agent', 403],
    ['rejected', 'supervisor', 403],
    ['approved', 'admin', 200],
  ])('by deleting a draft %s as %s answers %i', async (status, as, expected) => {
    await inState(status);
    const { record } = await service.send('GET', `/${TYPE}/${own.draft}`, { as });
    expect(record.meta?.can?.includes('delete')).toBe(expected === 200);
    expect((await service.send('DELETE', `/${TYPE}/${own.draft}`, { as })).status).toBe(expected);
    expect((await service.send('GET', `/${TYPE}/${own.draft}`)).status).toBe(expected === 200 ? 404 : 200);
  });

  test('cannot forge the original text', async () => {
    const attributes = { settings: { original_content: 'I never said that' } };
    const room_id = String(own.room);
    const errors = [{ code: '105', source: { pointer: '/data/attributes/settings/original_content' } }];
    expect(await service.update(TYPE, own.draft, attributes)).toMatchObject({ status: 400, errors });
    const create = service.create(TYPE, { ...attributes, message_content: 'Hi', room_id }, { as: 'agent' });
    expect(await create).toMatchObject({ status: 400, errors });
    expect((await read()).attributes?.settings).toEqual({});
  });
});

describe('mark_read', () => {
  test('sets the read time once, for the author', async () => {
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

  test('of a draft in review is refused', async () => {
    expect((await act('mark_read', { as: 'agent' })).status).toBe(422);
    expect((await act('mark_read', { as: 'reviewer' })).status).toBe(403);
  });

  test('mark_read_all_resolved marks only the caller’s unread decisions', async () => {
    const { db } = service;
    const author = service.userIds.supervisor;
    const given = { room_id: own.room, created_user_id: author };
    await addCopies(db, TYPE, await aResolvedDraft(db, service.userIds.reviewer, given), 2_000);
    await aDraft(db, given);
    const theirs = await aResolvedDraft(db, service.userIds.reviewer, { created_user_id: service.userIds.agent });
    const send = () => service.send('PUT', `/${TYPE}/mark_read_all_resolved`, { as: 'supervisor' });
    const { status, records, meta } = await send();
    expect(status).toBe(200);
    expect(records).toHaveLength(100);
    expect(records.every((record) => record.attributes?.create_user_resolved_read_time_unix)).toBe(true);
    expect(meta.record_count).toBe(2_001);
    expect(await send()).toMatchObject({ records: [], meta: { record_count: 0 } });
    expect((await read(theirs.id)).attributes?.create_user_resolved_read_time_unix).toBeNull();
  });
});
