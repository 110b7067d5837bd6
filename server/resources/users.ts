import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { users } from '#contract/users.ts';
import { type Caller, guestRoomId } from '../access/caller.ts';
import type { Tables } from '../db/tables.ts';
import type { Hooks } from '../jsonapi/hooks.ts';
import { permissions } from './permissions.ts';

const eb = expressionBuilder<Tables, 'users'>();

export const userHooks: Hooks<typeof users, 'users'> = {
  table: 'users',
  permissions: permissions.users,
  columns: { name: { normalized: 'name_folded' } },
  filters: { current_user: (_, { caller }) => eb('users.id', '=', caller.userId) },
  scope: (caller) => visibleTo(caller, (authors) => eb('users.id', 'in', authors)),
  // Uses an index instead of reading all messages of the room. A list would run it for every user of the tenant.
  scopeById: (caller) =>
    visibleTo(caller, (authors) => eb.exists(authors.whereRef('messages.user_id', '=', 'users.id'))),
};

/** Guests see the members of their room and the authors of its messages, including those who have left. */
function visibleTo(caller: Caller, isAmong: (authors: ReturnType<typeof authorsIn>) => Expression<SqlBool>) {
  const room = guestRoomId(caller);
  if (room === undefined) return undefined;
  const members = eb.selectFrom('room_members').select('user_id').where('room_id', '=', room);
  return eb.or([eb('users.id', 'in', members), isAmong(authorsIn(room))]);
}

const authorsIn = (room: number) =>
  eb.selectFrom('messages').select('messages.user_id').where('messages.room_id', '=', room);
