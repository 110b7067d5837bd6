import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { rooms } from '#contract/rooms.ts';
import { contains } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Hooks, Order } from '../jsonapi/served.ts';
import { KIND } from './new-room.ts';

export const is = expressionBuilder<Tables, 'rooms'>();

const isSupport = is('rooms.kind', '=', KIND.support);
export const isAwaiting = is('rooms.awaiting_support', '=', 1);

/** An enabled support room with somebody of the staff in it, and nobody waiting. */
export const isActive = is.and([
  is('rooms.enabled', '=', 1),
  isSupport,
  is('rooms.awaiting_support', '=', 0),
  is.exists(
    is
      .selectFrom('room_members')
      .innerJoin('users', 'users.id', 'room_members.user_id')
      .select('room_members.user_id')
      .whereRef('room_members.room_id', '=', 'rooms.id')
      .where('users.kind', '=', 'staff'),
  ),
]);
const isActiveOrAwaiting = is.or([isActive, isAwaiting]);
const isPrivate = is('rooms.is_private', '=', 1);

/** Whether the room has a message that this member has not read; never for who is no member. */
export function isUnreadFor(userId: number): Expression<SqlBool> {
  return is.exists(
    membership(userId).whereRef('rooms.last_message_id', '>', sql`coalesce(room_members.last_read_message_id, 0)`),
  );
}

export const roomFilters: Hooks<typeof rooms, 'rooms'>['filters'] = {
  replied: (isByStaff) => is('rooms.last_message_by_staff', '=', isByStaff ? 1 : 0),
  starred: (isWanted, { caller }) =>
    either(isWanted, is.exists(membership(caller.userId).where('room_members.starred', '=', 1))),
  private_rooms: () => isPrivate,
  private_rooms_with_active_support: () => is.and([isPrivate, isActive]),
  private_rooms_with_active_or_awaiting_support: () => is.and([isPrivate, isActiveOrAwaiting]),
  current_user_is_member: (isWanted, { caller }) => either(isWanted, isMember(caller.userId)),
  support_rooms_with_active_support: () => isActive,
  support_rooms_with_active_or_awaiting_support: () => is.and([isSupport, isActiveOrAwaiting]),
  current_users_support_rooms_with_active_or_awaiting_support: (_, { caller }) =>
    is.and([isSupport, isActiveOrAwaiting, isMember(caller.userId)]),
  support_room_name_like: (text) => is.and([isSupport, contains(is.ref('rooms.name_folded'), text)]),
  // Leaves every room in and only orders them: see below.
  sort_unread_read_for_user_id: () => undefined,
};

/** The order of `filter[sort_unread_read_for_user_id]`: unread rooms first, then the newest activity. */
export function unreadFirst({ filter }: ListQuery): Order[] {
  const given = filter.sort_unread_read_for_user_id;
  if (given === undefined) return [];
  // Of several ids the first: rooms are in one order.
  const userId = Number(/\d+/.exec(given)?.[0]);
  return [
    { by: sql`case when ${isUnreadFor(userId)} then 0 else 1 end`, direction: 'asc' },
    { by: is.ref('rooms.last_message_unix'), direction: 'desc' },
  ];
}

const membership = (userId: number) =>
  is
    .selectFrom('room_members')
    .select('room_members.user_id')
    .whereRef('room_members.room_id', '=', 'rooms.id')
    .where('room_members.user_id', '=', userId);

const isMember = (userId: number) => is.exists(membership(userId));

const either = (isWanted: boolean, condition: Expression<SqlBool>) => (isWanted ? condition : is.not(condition));
