import { expressionBuilder } from 'kysely';
import type { users } from '#contract/users.ts';
import type { Tables } from '../db/tables.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { ownRoom } from './own-room.ts';
import { rules } from './rules.ts';

const is = expressionBuilder<Tables, 'users'>();

export const userHooks: Hooks<typeof users, 'users'> = {
  table: 'users',
  rules: rules.users,
  columns: { name: { folded: 'name_folded' } },
  filters: { current_user: (_, { caller }) => is('users.id', '=', caller.userId) },
  // Guests see the members of their room and the authors of its messages, including those who have left.
  scope: (caller) => {
    const room = ownRoom(caller);
    if (room === undefined) return undefined;
    const members = is.selectFrom('room_members').select('user_id').where('room_id', '=', room);
    const authors = is.selectFrom('messages').select('messages.user_id').where('messages.room_id', '=', room);
    return is.or([is('users.id', 'in', members), is('users.id', 'in', authors)]);
  },
};
