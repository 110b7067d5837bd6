import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { revokeToken } from '#server/access/tokens.ts';
import { OPERATOR, recordEvent } from '#server/audit/record-event.ts';
import { removeOldEvents } from '#server/audit/remove-old-events.ts';
import { startRetention } from '#server/audit/retention.ts';
import { aDraft, aKeyword, aRoom, aUser } from '#test/builders.ts';
import { newPlace } from '#test/database-place.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
let last = 0;

const allEvents = () => service.db.selectFrom('events').selectAll().orderBy('id').execute();

beforeEach(async () => {
  last = (await allEvents()).at(-1)?.id ?? 0;
});

/** The events since the test began. */
const news = async () =>
  (await allEvents())
    .filter(({ id }) => id > last)
    .map(({ fields_before, fields_after, ...event }) => ({
      ...event,
      before: JSON.parse(fields_before ?? 'null'),
      after: JSON.parse(fields_after ?? 'null'),
    }));

const DRAFTS = 'support_draft_messages';

describe('every write is recorded with who, what and when', () => {
  test('a create, an update and a delete', async () => {
    const { record } = await service.create('master_keywords', { key_name: 'refund', key_title: 'Refunds' });
    const id = Number(record.id);
    await service.update('master_keywords', id, { key_title: 'Money back' });
    await service.send('DELETE', `/master_keywords/${id}`);
    const by = { user_id: service.userIds.admin, role: 'admin', record_type: 'master_keywords', record_id: id };
    const events = await news();
    expect(events).toMatchObject([
      { ...by, action: 'create', before: null, after: { key_name: 'refund', key_title: 'Refunds' } },
      { ...by, action: 'update', before: { key_title: 'Refunds' }, after: { key_title: 'Money back' } },
      { ...by, action: 'delete', before: { key_name: 'refund', key_title: 'Money back' }, after: null },
    ]);
    expect(events[1]?.after).toEqual({ key_title: 'Money back' });
    for (const { request_id, created_at_ms } of events) {
      expect(request_id).toMatch(/^[\da-f-]{36}$/);
      expect(Math.abs(Date.now() - created_at_ms)).toBeLessThan(60_000);
    }
    expect(new Set(events.map(({ request_id }) => request_id)).size).toBe(3);
  });

  test('a verdict with its reason, and its reopening', async () => {
    const { id } = await aDraft(service.db, { created_user_id: service.userIds.agent });
    const attributes = { comment: 'Too short' };
    await service.send('PUT', `/${DRAFTS}/${id}/reject`, {
      as: 'reviewer',
      body: { data: { type: DRAFTS, attributes } },
    });
    await service.send('PUT', `/${DRAFTS}/${id}/reopen`, { as: 'supervisor' });
    const { reviewer, supervisor } = service.userIds;
    expect(await news()).toMatchObject([
      {
        action: 'reject',
        user_id: reviewer,
        record_id: id,
        before: { status: 'in_review', comment: null },
        after: { status: 'rejected', comment: 'Too short', resolved_user_id: reviewer },
      },
      { action: 'reopen', user_id: supervisor, before: { comment: 'Too short' }, after: { status: 'in_review' } },
    ]);
  });

  test('an approval with edits of one draft, and an approval of all drafts of a room', async () => {
    const room = await aRoom(service.db);
    const first = await aDraft(service.db, { room_id: room.id, message_content: 'Good day' });
    const second = await aDraft(service.db, { room_id: room.id });
    const attributes = { message_content: 'Good evening' };
    const body = { data: { type: DRAFTS, attributes } };
    await service.send('PUT', `/${DRAFTS}/${first.id}/approve`, { as: 'reviewer', body });
    await service.send('PUT', `/rooms/${room.id}/approve_${DRAFTS}`, { as: 'reviewer' });
    const events = await news();
    expect(events.map(({ action, record_type }) => `${action} ${record_type}`)).toEqual([
      `approve ${DRAFTS}`,
      'create messages',
      `approve ${DRAFTS}`,
      'create messages',
    ]);
    expect(events[0]).toMatchObject({ before: { message_content: 'Good day' }, after: attributes });
    expect(events[2]).toMatchObject({ record_id: second.id });
  });

  test('members added and removed, but not repeated requests', async () => {
    const room = await aRoom(service.db);
    const user = await aUser(service.db);
    const path = `/rooms/${room.id}/relationships/users`;
    const body = { data: [{ type: 'users', id: String(user.id) }] };
    for (const method of ['POST', 'POST', 'DELETE', 'DELETE']) await service.send(method, path, { body });
    expect(await news()).toMatchObject([
      { action: 'add_members', record_type: 'rooms', record_id: room.id, after: { users: [user.id] } },
      { action: 'remove_members', record_type: 'rooms', record_id: room.id, before: { users: [user.id] } },
    ]);
  });

  test.each(['group_room', 'direct_room'])('the creator of a %s as its first member', async (kind) => {
    const { record } = await service.create('rooms', { name: 'Night shift', kind }, { as: 'agent' });
    const { agent } = service.userIds;
    const members = service.db.selectFrom('room_members').select('user_id').where('room_id', '=', Number(record.id));
    expect(await members.execute()).toEqual([{ user_id: agent }]);
    const by = { user_id: agent, record_type: 'rooms', record_id: Number(record.id) };
    expect(await news()).toMatchObject([
      { ...by, action: 'add_members', before: null, after: { users: [agent] } },
      { ...by, action: 'create' },
    ]);
  });

  test('tokens minted and revoked, without the token', async () => {
    const { id } = (await service.create('clients', { title: 'Shop' })).record;
    const { meta } = await service.send('POST', `/clients/${id}/login`);
    const newest = await service.db.selectFrom('tokens').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await revokeToken(service.db, newest.id);
    const events = await news();
    expect(events.slice(-2)).toMatchObject([
      { user_id: service.userIds.admin, role: 'admin', request_id: events[2]?.request_id },
      { user_id: null, role: 'operator', request_id: null },
    ]);
    expect(events.map(({ action, record_type }) => `${action} ${record_type}`)).toEqual([
      'create clients',
      'create rooms',
      'login clients',
      'mint tokens',
      'revoke tokens',
    ]);
    expect(events.at(-2)).toMatchObject({ record_id: newest.id, after: { role: 'guest' } });
    expect(JSON.stringify(await allEvents())).not.toContain(String(meta.access_token));
  });
});

describe('nothing is recorded', () => {
  test('for a write that is refused, repeated or changes nothing', async () => {
    const keyword = await aKeyword(service.db);
    const draft = await aDraft(service.db, { created_user_id: service.userIds.agent, status: 'rejected' });
    await service.update('master_keywords', keyword.id, { key_name: '' });
    await service.update('master_keywords', keyword.id, { key_name: keyword.key_name });
    await service.update(DRAFTS, draft.id, { message_content: 'x' });
    await service.send('PUT', `/${DRAFTS}/${draft.id}/reject`);
    await service.send('DELETE', `/master_keywords/${keyword.id}`, { as: 'agent' });
    expect(await news()).toEqual([]);
  });
});

test('a long text is recorded by its beginning, length and hash', async () => {
  const key_title = 'a';
  const suggestions = 'é'.repeat(30_000);
  await service.create('master_keywords', { key_name: 'long', key_title, suggestions });
  const [event] = await news();
  expect(event?.after.key_title).toBe('a');
  expect(event?.after.suggestions).toEqual({
    start: suggestions.slice(0, 2_000),
    length: 30_000,
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

const OLD_EVENT = {
  user_id: 1,
  role: 'agent',
  request_id: null,
  action: 'old',
  record_type: 'tests',
  record_id: null,
  fields_before: null,
  fields_after: null,
};

describe('the database', () => {
  const add = () => recordEvent(service.db, { actor: OPERATOR, action: 'test', recordType: 'tests' });

  test('refuses to change or remove an event', async () => {
    await add();
    const before = await allEvents();
    await expect(service.db.updateTable('events').set({ action: 'other' }).execute()).rejects.toThrow(/only be added/);
    await expect(service.db.deleteFrom('events').execute()).rejects.toThrow(/only be added/);
    expect(await allEvents()).toEqual(before);
  });

  test('removes old events only, in batches', async () => {
    const now = Date.now();
    const row = { ...OLD_EVENT, created_at_ms: now - 401 * 86_400_000 };
    await service.db
      .insertInto('events')
      .values(Array.from({ length: 1_100 }, () => row))
      .execute();
    const count = (await allEvents()).length;
    expect(await removeOldEvents(service.db, 400, now)).toBe(1_100);
    expect(await allEvents()).toHaveLength(count - 1_100);
    expect(await removeOldEvents(service.db, 400, now)).toBe(0);
    await expect(service.db.deleteFrom('events').execute()).rejects.toThrow(/only be added/);
  });
});

test('a failure to remove the events of one tenant does not stop the removal for others', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const tenants = await openTenants(newPlace());
  const [harbor, lumen] = [await tenants.add('harbor', ['harbor.test']), await tenants.add('lumen', ['lumen.test'])];
  await harbor.db.schema.dropTable('event_retention').execute();
  await lumen.db
    .insertInto('events')
    .values({ ...OLD_EVENT, created_at_ms: 1 })
    .execute();
  const onError = vi.fn();
  const stop = startRetention(tenants, 1, onError);
  vi.advanceTimersByTime(15 * 60_000);
  await expect.poll(() => lumen.db.selectFrom('events').selectAll().execute()).toEqual([]);
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: expect.any(String) }), 'harbor']]);
  stop();
  await tenants.close();
});
