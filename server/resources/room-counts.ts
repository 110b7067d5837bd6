import { type Expression, type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { rooms } from '#contract/rooms.ts';
import type { Context } from '../jsonapi/context.ts';
import { readBoolean } from '../jsonapi/filter.ts';
import { KIND } from './new-room.ts';
import { ownRoom } from './own-room.ts';
import { is, isActive, isAwaiting, isUnread } from './room-filters.ts';

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
  if (isTallied(query, context)) return sumTallies(where, context);
  const [name = '', ...others] = Object.keys(query.filter);
  const isOfMember = name === 'starred' || name === 'current_user_is_member';
  const isWanted = readBoolean(query.filter[name] ?? '');
  if (!isOfMember || others.length > 0 || isWanted === undefined || isGuest(context)) return undefined;
  const count = await countMemberships(name === 'starred', context);
  return isWanted ? count : (await sumTallies([], context)) - count;
}

async function sumTallies(where: Conditions, context: Context) {
  const { count } = await fromTallies(where, context).select(sum(TALLY).as('count')).executeTakeFirstOrThrow();
  return count;
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
  const kinds = isTallied(query, context)
    ? fromTallies(where, context).select(byKind(TALLY))
    : fromRooms(where, context).select(byKind(sql`1`));
  const { unread } = await fromRooms(where, context)
    .innerJoin('room_members', 'room_members.room_id', 'rooms.id')
    .where('room_members.user_id', '=', context.caller.userId)
    .where(isUnread)
    .select(sql<number>`count(*)`.as('unread'))
    .executeTakeFirstOrThrow();
  return { ...(await kinds.executeTakeFirstOrThrow()), unread };
}

const isTallied = ({ filter }: ListQuery, context: Context) =>
  !isGuest(context) && Object.keys(filter).every((name) => TALLIED.some((known) => known === name));

/** Guests see a single room. */
const isGuest = ({ caller }: Context) => ownRoom(caller) !== undefined;

/** Tallies are aliased as `rooms`: they have the columns that these conditions use. */
const fromTallies = (where: Conditions, { db }: Context) =>
  db.selectFrom('room_tallies as rooms').where(is.and([...where]));
const TALLY = sql`rooms.rooms`;

const fromRooms = (where: Conditions, { db }: Context) => db.selectFrom('rooms').where(is.and([...where]));

const byKind = (each: Expression<unknown>) => {
  const having = (condition: Expression<SqlBool>) => sum(sql`case when ${condition} then ${each} else 0 end`);
  return [
    sum(each).as('all'),
    having(is('rooms.kind', '=', KIND.support)).as('support_room'),
    having(is('rooms.kind', '=', KIND.direct)).as('direct_room'),
    having(is('rooms.kind', '=', KIND.group)).as('group_room'),
    having(isAwaiting).as('awaiting_support'),
    having(isActive).as('active_support'),
  ] as const;
};

/** `sum` of bigints is a decimal on PostgreSQL. */
const sum = (of: Expression<unknown>) => sql<number>`cast(coalesce(sum(${of}), 0) as bigint)`;
