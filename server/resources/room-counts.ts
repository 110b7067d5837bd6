import { type Expression, type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { rooms } from '#contract/rooms.ts';
import { guestRoomId } from '../access/caller.ts';
import { runCached, type StatementCache } from '../db/statement-cache.ts';
import { parseBoolean } from '../jsonapi/read/filter.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { ROOM_KIND } from './insert-room.ts';
import { eb, isActive, isAwaiting, isUnread } from './room-filters.ts';
import { isOpenRoom, membership, roomScope } from './room-scope.ts';

type Conditions = readonly Expression<SqlBool>[];

/** Filters that depend only on tallied columns. */
const TALLIED: readonly (keyof (typeof rooms)['filters'])[] = [
  'is_private',
  'kind',
  'awaiting_support',
  'replied',
  'private_rooms',
  'private_rooms_with_active_support',
  'private_rooms_with_active_or_awaiting_support',
  'support_rooms_with_active_support',
  'support_rooms_with_active_or_awaiting_support',
  'sort_unread_read_for_user_id',
];

/**
 * Counts the rooms a query matches from the tallies or the caller's memberships. Returns undefined if the filters need
 * more.
 */
export async function countByTallies(query: ListQuery, where: Conditions, context: Context) {
  if (isTallied(query, context)) return countVisible(where, context, context.statements);
  const [name = '', ...others] = Object.keys(query.filter);
  const isOfMember = name === 'starred' || name === 'current_user_is_member';
  const isWanted = parseBoolean(query.filter[name] ?? '');
  if (!isOfMember || others.length > 0 || isWanted === undefined || isGuest(context)) return undefined;
  const count = await countMemberships(name === 'starred', context);
  return isWanted ? count : (await countVisible(scopeOf(context), context)) - count;
}

/** Pass `statements` only for the count of the request itself. */
async function countVisible(where: Conditions, context: Context, statements?: StatementCache) {
  const [counted] = await runCached(context.db, statements, 'count', () => {
    const open = fromTallies(where, context).select(sum(TALLY).as('count'));
    if (isAdmin(context)) return open;
    const own = fromOwnClosedRooms(where, context).select(sum(sql`1`).as('count'));
    return context.db.selectNoFrom(sql<number>`${open} + ${own}`.as('count'));
  });
  return counted?.count ?? 0;
}

async function countMemberships(isStarred: boolean, { db, caller }: Context) {
  const own = db.selectFrom('room_members').where('user_id', '=', caller.userId);
  const { count } = await (isStarred ? own.where('starred', '=', 1) : own)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the matching rooms by kind and by support state. */
export async function countRooms(query: ListQuery, where: Conditions, context: Context) {
  const kinds = await countKinds(query, where, context);
  const { unread } = await fromRooms(where, context)
    .innerJoin('room_members', 'room_members.room_id', 'rooms.id')
    .where('room_members.user_id', '=', context.caller.userId)
    .where(isUnread)
    .select(sql<number>`count(*)`.as('unread'))
    .executeTakeFirstOrThrow();
  return { ...kinds, unread };
}

async function countKinds(query: ListQuery, where: Conditions, context: Context) {
  const one = sql`1`;
  if (!isTallied(query, context)) return fromRooms(where, context).select(byKind(one)).executeTakeFirstOrThrow();
  const open = await fromTallies(where, context).select(byKind(TALLY)).executeTakeFirstOrThrow();
  if (isAdmin(context)) return open;
  const own = await fromOwnClosedRooms(where, context).select(byKind(one)).executeTakeFirstOrThrow();
  const counts = Object.entries(own).map(([name, count]) => [name, count + open[name as keyof typeof open]]);
  return Object.fromEntries(counts) as typeof open;
}

const isTallied = ({ filter }: ListQuery, context: Context) =>
  !isGuest(context) && Object.keys(filter).every((name) => TALLIED.some((known) => known === name));

/** Guests see a single room. */
const isGuest = ({ caller }: Context) => guestRoomId(caller) !== undefined;

/** Admins see every room, so the tallies are complete. */
const isAdmin = ({ caller }: Context) => caller.role === 'admin';

const scopeOf = ({ caller }: Context): Conditions => {
  const scope = roomScope(caller);
  return scope ? [scope] : [];
};

/**
 * Aliases the tallies as `rooms`, because they have the columns that the conditions use. They have no id, so only the
 * open-room part of the caller's scope can match.
 */
const fromTallies = (where: Conditions, { db }: Context) =>
  db
    .selectFrom((tallies) =>
      tallies.selectFrom('room_tallies').selectAll().select(sql<number>`cast(null as bigint)`.as('id')).as('rooms'),
    )
    .where(eb.and([...where]));

/** The caller's rooms that only members see. */
const fromOwnClosedRooms = (where: Conditions, context: Context) =>
  fromRooms([...where, eb.not(isOpenRoom), eb('rooms.id', 'in', membership(context.caller.userId))], context);
const TALLY = sql`rooms.rooms`;

const fromRooms = (where: Conditions, { db }: Context) => db.selectFrom('rooms').where(eb.and([...where]));

const byKind = (each: Expression<unknown>) => {
  const having = (condition: Expression<SqlBool>) => sum(sql`case when ${condition} then ${each} else 0 end`);
  return [
    sum(each).as('all'),
    having(eb('rooms.kind', '=', ROOM_KIND.support)).as('support_room'),
    having(eb('rooms.kind', '=', ROOM_KIND.direct)).as('direct_room'),
    having(eb('rooms.kind', '=', ROOM_KIND.group)).as('group_room'),
    having(isAwaiting).as('awaiting_support'),
    having(isActive).as('active_support'),
  ] as const;
};

/** `sum` of bigints is a decimal on PostgreSQL. */
const sum = (of: Expression<unknown>) => sql<number>`cast(coalesce(sum(${of}), 0) as bigint)`;
