import { recordAction } from '../audit/record-change.ts';
import { lockRow } from '../db/engine.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { notFound } from '../jsonapi/document/problem.ts';
import type { ActionResult } from '../jsonapi/hooks.ts';
import { parseId } from '../jsonapi/read/select.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { attributePointer, invalidValue } from '../jsonapi/write/input.ts';
import { cutName, insertRoom, ROOM_KIND } from './insert-room.ts';
import { findRoomOf } from './member-sets.ts';

interface People {
  user_id?: string;
  user_ids?: string[];
}

/** Finds or creates the caller's direct room with another user. A unique constraint limits a pair to one room. */
export async function createOrFindDirectRoom(
  { user_id, user_ids = [] }: People,
  context: Context,
): Promise<ActionResult> {
  const pointer = attributePointer(user_id === undefined ? 'user_ids' : 'user_id');
  const { userId } = context.caller;
  const others = await parseStaffIds(user_id === undefined ? user_ids : [user_id, ...user_ids], pointer, context);
  const [other] = others;
  if (other === undefined || others.length > 1) {
    throw invalidValue(pointer, { code: 'not_one_person' });
  }
  const members = [userId, other].sort((a, b) => a - b);
  const pair = members.join(':');
  const created = await insertRoom(context, { kind: ROOM_KIND.direct, name: null, direct_pair: pair }, members);
  if (created) return { record: created, created: true };
  const found = await context.db.selectFrom('rooms').selectAll().where('direct_pair', '=', pair).executeTakeFirst();
  if (!found) throw new ConcurrencyError(`room of ${pair}`);
  // One of them may have left, and the pair cannot have another direct room.
  await addMembers(found.id, members, context);
  return { record: found };
}

/** Adds the users who are not members yet. */
export async function addMembers(roomId: number, members: readonly number[], context: Context): Promise<void> {
  const added = await context.db
    .insertInto('room_members')
    .values(members.map((userId) => ({ room_id: roomId, user_id: userId, starred: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  if (added.length === 0) return;
  const after = { users: added.map((member) => member.user_id) };
  await recordAction(context, { action: 'add_members', recordType: 'rooms', recordId: roomId, after });
}

/** Finds or creates the group room with exactly the caller and the given people, and with the name if given. */
export async function createOrFindGroupRoom(
  { user_ids = [], name }: People & { name?: string | null },
  context: Context,
): Promise<ActionResult> {
  const pointer = attributePointer('user_ids');
  const others = await parseStaffIds(user_ids, pointer, context);
  if (others.length === 0) throw invalidValue(pointer, { code: 'nobody_else' });
  const members = [context.caller.userId, ...others];
  // Serializes concurrent calls for the same people: the second waits here and then finds the first one's room.
  await lockRow(context.db, 'users', Math.min(...members));
  const given = name?.trim() ? name : undefined;
  const found = await findRoomOf(context.db, members, given);
  if (found) return { record: found };
  const created = await insertRoom(
    context,
    { kind: ROOM_KIND.group, name: given ?? (await joinNames(members, context)) },
    members,
  );
  if (!created) throw new Error('Inserting a group room returned no row.');
  return { record: created, created: true };
}

/**
 * Returns the distinct ids of the given people, without the caller. Throws 404 for an unknown id, 422 for a visitor.
 */
async function parseStaffIds(given: readonly string[], pointer: string, { db, caller }: Context): Promise<number[]> {
  const ids = new Set<number>();
  for (const text of given) {
    const id = parseId(text);
    if (id === undefined) throw notFound({ pointer });
    if (id !== caller.userId) ids.add(id);
  }
  if (ids.size === 0) return [];
  const people = await db
    .selectFrom('users')
    .select(['id', 'kind'])
    .where('id', 'in', [...ids])
    .execute();
  if (people.length < ids.size) throw notFound({ pointer });
  if (people.some(({ kind }) => kind !== 'staff')) {
    throw invalidValue(pointer, { code: 'not_staff' });
  }
  return [...ids].sort((a, b) => a - b);
}

async function joinNames(members: readonly number[], { db }: Context) {
  const people = await db.selectFrom('users').select('name').where('id', 'in', members).orderBy('id').execute();
  return cutName(people.map(({ name }) => name).join(', '));
}
