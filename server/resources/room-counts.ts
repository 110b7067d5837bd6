import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../jsonapi/context.ts';
import { KIND } from './new-room.ts';
import { is, isActive, isAwaiting, isUnreadFor } from './room-filters.ts';

/** How many of the given rooms there are, by kind and by what they need. */
export async function countRooms(conditions: readonly Expression<SqlBool>[], { db, caller }: Context) {
  const having = (condition: Expression<SqlBool>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  return db
    .selectFrom('rooms')
    .where(is.and([...conditions]))
    .select([
      sql<number>`count(*)`.as('all'),
      having(is('rooms.kind', '=', KIND.support)).as('support_room'),
      having(is('rooms.kind', '=', KIND.direct)).as('direct_room'),
      having(is('rooms.kind', '=', KIND.group)).as('group_room'),
      having(isAwaiting).as('awaiting_support'),
      having(isActive).as('active_support'),
      having(isUnreadFor(caller.userId)).as('unread'),
    ])
    .executeTakeFirstOrThrow();
}
