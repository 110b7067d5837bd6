import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { rooms } from '#contract/rooms.ts';
import { isPostgres } from '../db/engine.ts';
import { searchColumn } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Context } from '../jsonapi/context.ts';
import type { Hooks, Order } from '../jsonapi/served.ts';
import { KIND } from './new-room.ts';

export const is = expressionBuilder<Tables, 'rooms'>();

const isSupport = is('rooms.kind', '=', KIND.support);
export const isAwaiting = is('rooms.awaiting_support', '=', 1);

/**
 * An enabled support room with somebody of the staff in it, and nobody waiting. Said the long way, SQLite does not take
 * it for a search by an index: most rooms may be so, and the order that is asked for soon leads to enough of them.
 */
export const isActive = sql<SqlBool>`(
  not (rooms.kind <> ${sql.lit(KIND.support)}) and not (rooms.awaiting_support <> 0)
  and rooms.enabled = 1 and rooms.has_staff = 1
)`;
const isActiveOrAwaiting = sql<SqlBool>`(${isActive} or not (rooms.awaiting_support <> 1))`;
const isSupportActiveOrAwaiting = sql<SqlBool>`(
  not (rooms.kind <> ${sql.lit(KIND.support)}) and ${isActiveOrAwaiting}
)`;
const isPrivate = is('rooms.is_private', '=', 1);

/** Whether a room has a message that one of its members has not read. */
export const isUnread = sql<SqlBool>`rooms.last_message_id > coalesce(room_members.last_read_message_id, 0)`;

export const roomFilters: Hooks<typeof rooms, 'rooms'>['filters'] = {
  replied: (isByStaff) => is('rooms.last_message_by_staff', '=', isByStaff ? 1 : 0),
  starred: (isWanted, { caller }) =>
    either(isWanted, is('rooms.id', 'in', membership(caller.userId).where('room_members.starred', '=', 1))),
  private_rooms: () => isPrivate,
  private_rooms_with_active_support: () => [isPrivate, isActive],
  private_rooms_with_active_or_awaiting_support: () => [isPrivate, isActiveOrAwaiting],
  current_user_is_member: (isWanted, { caller }) => either(isWanted, isMember(caller.userId)),
  support_rooms_with_active_support: () => isActive,
  support_rooms_with_active_or_awaiting_support: () => isSupportActiveOrAwaiting,
  current_users_support_rooms_with_active_or_awaiting_support: (_, { caller }) => [
    isMember(caller.userId),
    isSupportActiveOrAwaiting,
  ],
  support_room_name_like: (texts, { db }) => [isSupport, searchColumn(db, 'rooms', 'name_folded', texts)],
  // Leaves every room in and only orders them: see below.
  sort_unread_read_for_user_id: () => undefined,
};

/** The rooms that `filter[sort_unread_read_for_user_id]` wants before the others: those unread by that person. */
export function unreadFirst({ filter }: ListQuery, { db }: Context): Expression<SqlBool> | undefined {
  const given = filter.sort_unread_read_for_user_id;
  // Of several ids the first: rooms are in one order.
  if (given === undefined) return undefined;
  const unread = is
    .selectFrom('room_members')
    .innerJoin('rooms', 'rooms.id', 'room_members.room_id')
    .select('room_members.room_id')
    .where('room_members.user_id', '=', Number(/\d+/.exec(given)?.[0]))
    .where(isUnread);
  // PostgreSQL would join, and go through all rooms in search of these.
  return isPostgres(db) ? sql<SqlBool>`rooms.id = any(array(${unread}))` : is('rooms.id', 'in', unread);
}

/** Then the newest activity. */
export function newestActivity({ filter }: ListQuery): Order[] {
  if (filter.sort_unread_read_for_user_id === undefined) return [];
  return [{ by: is.ref('rooms.last_message_unix'), direction: 'desc', isNullable: true }];
}

const membership = (userId: number) =>
  is.selectFrom('room_members').select('room_members.room_id').where('room_members.user_id', '=', userId);

const isMember = (userId: number) => is('rooms.id', 'in', membership(userId));

const either = (isWanted: boolean, condition: Expression<SqlBool>) => (isWanted ? condition : is.not(condition));
