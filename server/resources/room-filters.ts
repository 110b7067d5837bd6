import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { rooms } from '#contract/rooms.ts';
import { isPostgres } from '../db/engine.ts';
import { searchColumn } from '../db/search/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Hooks, Order } from '../jsonapi/hooks.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { ROOM_KIND } from './insert-room.ts';
import { membership } from './room-scope.ts';

export const eb = expressionBuilder<Tables, 'rooms'>();

const isSupport = eb('rooms.kind', '=', ROOM_KIND.support);
export const isAwaiting = eb('rooms.awaiting_support', '=', 1);

/**
 * An enabled support room with a staff member, not awaiting support. The double negations keep SQLite from using an
 * index: many rooms may match, and a scan in the requested order soon fills a page.
 */
export const isActive = sql<SqlBool>`(
  not (rooms.kind <> ${sql.lit(ROOM_KIND.support)}) and not (rooms.awaiting_support <> 0)
  and rooms.enabled = 1 and rooms.has_staff = 1
)`;
const isActiveOrAwaiting = sql<SqlBool>`(${isActive} or not (rooms.awaiting_support <> 1))`;
const isSupportActiveOrAwaiting = sql<SqlBool>`(
  not (rooms.kind <> ${sql.lit(ROOM_KIND.support)}) and ${isActiveOrAwaiting}
)`;
const isPrivate = eb('rooms.is_private', '=', 1);

/** True if the member has unread messages in the room. */
export const isUnread = sql<SqlBool>`rooms.last_message_id > coalesce(room_members.last_read_message_id, 0)`;

export const roomFilters: Hooks<typeof rooms, 'rooms'>['filters'] = {
  replied: (isByStaff) => eb('rooms.last_message_by_staff', '=', isByStaff ? 1 : 0),
  starred: (isWanted, { caller }) =>
    matchesOrNot(isWanted, eb('rooms.id', 'in', membership(caller.userId).where('room_members.starred', '=', 1))),
  private_rooms: () => isPrivate,
  private_rooms_with_active_support: () => [isPrivate, isActive],
  private_rooms_with_active_or_awaiting_support: () => [isPrivate, isActiveOrAwaiting],
  current_user_is_member: (isWanted, { caller }) => matchesOrNot(isWanted, isMember(caller.userId)),
  support_rooms_with_active_support: () => isActive,
  support_rooms_with_active_or_awaiting_support: () => isSupportActiveOrAwaiting,
  current_users_support_rooms_with_active_or_awaiting_support: (_, { caller }) => [
    isMember(caller.userId),
    isSupportActiveOrAwaiting,
  ],
  support_room_name_like: (texts, { db }) => [isSupport, searchColumn(db, 'rooms', 'name_folded', texts)],
  // Only changes the sort order: see `unreadFirst`.
  sort_unread_read_for_user_id: () => undefined,
};

/** The rooms that `filter[sort_unread_read_for_user_id]` sorts first: those with messages unread by that user. */
export function unreadFirst({ filter }: ListQuery, { db }: Context): Expression<SqlBool> | undefined {
  const given = filter.sort_unread_read_for_user_id;
  // With several ids, the first one counts.
  if (given === undefined) return undefined;
  const unread = eb
    .selectFrom('room_members')
    .innerJoin('rooms', 'rooms.id', 'room_members.room_id')
    .select('room_members.room_id')
    .where('room_members.user_id', '=', Number(/\d+/.exec(given)?.[0]))
    .where(isUnread);
  // PostgreSQL would turn `in` into a join and scan all rooms.
  return isPostgres(db) ? sql<SqlBool>`rooms.id = any(array(${unread}))` : eb('rooms.id', 'in', unread);
}

/** Secondary order: newest activity first. */
export function newestActivity({ filter }: ListQuery): Order[] {
  if (filter.sort_unread_read_for_user_id === undefined) return [];
  return [{ by: eb.ref('rooms.last_message_unix'), direction: 'desc', isNullable: true }];
}

const isMember = (userId: number) => eb('rooms.id', 'in', membership(userId));

const matchesOrNot = (isWanted: boolean, condition: Expression<SqlBool>) => (isWanted ? condition : eb.not(condition));
