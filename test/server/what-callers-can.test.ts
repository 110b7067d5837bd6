import { beforeEach, describe, expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { ROLES, type Role } from '#server/access/caller.ts';
import { recordOperations } from '#server/jsonapi/resource-config.ts';
import { aDraft, aRoom, unixNow } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, userIds, guestRoomId } = service;

/** Creates the record of a test case; returns its id. */
type Make = () => Promise<number>;

/** Tries an operation, which changes the record if it is allowed. */
async function attempt({ type }: Resource, operation: string, id: number, as: Role) {
  const path = `/${type}/${id}`;
  const data = { type, id: String(id) };
  switch (operation) {
    case 'update': {
      const attributes = type === 'rooms' ? { description: 'Other' } : { comment: 'Other' };
      return service.send('PUT', path, { as, body: { data: { ...data, attributes } } });
    }
    case 'delete':
      return service.send('DELETE', path, { as });
    case 'members':
      return service.send('POST', `${path}/relationships/users`, {
        as,
        body: { data: [{ type: 'users', id: String(userIds.supervisor) }] },
      });
    case 'history':
      return service.send('GET', `${path}/history`, { as });
    default:
      return service.send('PUT', `${path}/${operation}`, { as });
  }
}

/** The operations in `meta.can` and those that succeed, each tried on a separate record. */
async function compare(resource: Resource, make: Make, as: Role) {
  const before = await service.send('GET', `/${resource.type}/${await make()}`, { as });
  const operations = recordOperations(resource);
  const said = before.status === 200 ? before.record.meta?.can : [];
  const done: string[] = [];
  for (const operation of operations) {
    const id = await make();
    const { status } = await attempt(resource, operation, id, as);
    const after = await service.send('GET', `/${resource.type}/${id}`);
    // A repeated verdict answers 200 without a change, so it must not be offered.
    const isChanged = after.status === 404 || after.record.meta?.version !== before.record?.meta?.version;
    const isRecordWrite = resource === drafts || operation === 'update' || operation === 'delete';
    expect([200, 403, 404, 422]).toContain(status);
    if (status === 200 && (isChanged || !isRecordWrite)) done.push(operation);
  }
  return { said, done };
}

describe.each(ROLES)('for a %s, meta.can lists exactly the operations that succeed', (as) => {
  let roomId: number;
  beforeEach(async () => {
    roomId = (await aRoom(db)).id;
  });

  const resolved = (status: string, secondsAgo = 60) => ({
    status,
    resolved_user_id: userIds.supervisor,
    resolved_time_unix: unixNow() - secondsAgo,
  });
  const authors: [string, () => number | null][] = [
    ['their own', () => userIds[as]],
    ['of another user', () => userIds[as === 'agent' ? 'supervisor' : 'agent']],
    ['of no user', () => null],
  ];
  const states: [string, () => object, boolean?][] = [
    ['in review', () => ({})],
    ['without a status', () => ({ status: '' })],
    ['approved', () => resolved('approved')],
    ['rejected', () => resolved('rejected')],
    ['rejected and revised', () => resolved('rejected'), true],
    ['rejected long ago', () => resolved('rejected', 90_000)],
    ['rejected and read', () => ({ ...resolved('rejected'), create_user_resolved_read_time_unix: unixNow() })],
    ['approved and read', () => ({ ...resolved('approved'), create_user_resolved_read_time_unix: unixNow() })],
  ];
  test.each(states.flatMap(([state, ...given]) => authors.map(([author, id]) => [state, author, given, id] as const)))(
    'a draft %s, %s',
    async (_, __, [given, isRevised], author) => {
      const make = async () => {
        const room_id = (await aRoom(db)).id;
        const created_user_id = author();
        const draft = await aDraft(db, { room_id, created_user_id, ...given() });
        if (isRevised) await aDraft(db, { room_id, created_user_id, created_at_unix: unixNow() });
        return draft.id;
      };
      const { said, done } = await compare(drafts, make, as);
      expect(said).toEqual(done);
    },
  );

  const isOwn = [userIds[as]];
  test.each<[string, object, number[]]>([
    ['a support room', {}, []],
    ['a disabled support room', { enabled: 0 }, []],
    ['a support room of theirs', {}, isOwn],
    ['an open group room', { kind: 3 }, []],
    ['an open group room of theirs', { kind: 3 }, isOwn],
    ['a private group room', { kind: 3, is_private: 1 }, []],
    ['a private group room of theirs', { kind: 3, is_private: 1 }, isOwn],
    ['a direct room of others', { kind: 2, is_private: 1 }, []],
    ['a direct room of theirs', { kind: 2, is_private: 1 }, isOwn],
  ])('%s', async (_, columns, members) => {
    const make = async () => {
      const { id } = await aRoom(db, columns, members);
      await aDraft(db, { room_id: id, created_user_id: null });
      return id;
    };
    const { said, done } = await compare(rooms, make, as);
    expect(said).toEqual(done);
  });

  test('meta.can is the same in a list, in an included record and in a conflict error', async () => {
    const room = await aRoom(db, { kind: 3 });
    const draft = await aDraft(db, { room_id: roomId, created_user_id: null, ...resolved('rejected') });
    const record = (await service.send('GET', `/rooms/${room.id}`, { as })).record;
    const listed = await service.send('GET', `/rooms?filter[id]=${room.id}`, { as });
    expect(listed.records[0]?.meta?.can).toEqual(record?.meta?.can);
    if (as === 'guest') return;
    const inRoom = await aDraft(db, { room_id: room.id });
    const { included } = await service.send('GET', `/support_draft_messages/${inRoom.id}?include=room`, { as });
    expect(included[0]?.meta?.can).toEqual(record?.meta?.can);
    const current = (await service.send('GET', `/support_draft_messages/${draft.id}`, { as })).record;
    const refused = await service.update('support_draft_messages', draft.id, { comment: 'Other' }, { as });
    expect(refused.errors).toMatchObject([{ meta: { current: { meta: { can: current.meta?.can } } } }]);
  });
});

test('a guest is offered only the history of its own room', async () => {
  const { record } = await service.send('GET', `/rooms/${guestRoomId}`, { as: 'guest' });
  expect(record.meta?.can).toEqual(['history']);
});
