import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, guestRoomId } from '../access/caller.ts';
import { isPostgres } from '../db/engine.ts';
import type { Tables } from '../db/tables.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { ROOM_KIND } from './insert-room.ts';

const rooms = expressionBuilder<Tables, 'rooms'>();
const drafts = expressionBuilder<Tables, 'support_draft_messages'>();

/**
 * True for rooms that all staff see: support rooms, and group rooms that are not private. The double negation keeps
 * SQLite from using an index: it would read and sort most rooms, while a scan in the requested order soon fills a page.
 */
export const isOpenRoom = rooms.or([
  sql<SqlBool>`not (rooms.kind <> ${sql.lit(ROOM_KIND.support)})`,
  rooms.and([rooms('rooms.kind', '=', ROOM_KIND.group), rooms('rooms.is_private', '=', 0)]),
]);

/** The ids of a user's rooms. */
export const membership = (userId: number) =>
  rooms.selectFrom('room_members').select('room_members.room_id').where('room_members.user_id', '=', userId);

/** The rooms that a caller sees: guests their own, admins all, other staff the open rooms and those they belong to. */
export function roomScope(caller: Caller): Expression<SqlBool> | undefined {
  const room = guestRoomId(caller);
  if (room !== undefined) return rooms('rooms.id', '=', room);
  if (caller.role === 'admin') return undefined;
  return rooms.or([isOpenRoom, rooms('rooms.id', 'in', membership(caller.userId))]);
}

/** The drafts whose room the caller sees. Indexes cover `closed_room_id`, so counting reads no rows. */
export function visibleDrafts(caller: Caller): Expression<SqlBool> | undefined {
  const room = guestRoomId(caller);
  if (room !== undefined) return drafts('support_draft_messages.room_id', '=', room);
  if (caller.role === 'admin') return undefined;
  const closed = 'support_draft_messages.closed_room_id';
  return drafts.or([drafts(closed, 'is', null), drafts(closed, 'in', membership(caller.userId))]);
}

/** True for the id of a draft that the caller does not see. SQLite only: PostgreSQL has already read the row. */
export function isHiddenDraft(id: Expression<number>, { caller, db }: Context): Expression<SqlBool> | undefined {
  if (isPostgres(db)) return undefined;
  // Without `indexed by`, SQLite would look up the row by its id.
  return sql<SqlBool>`exists (
    select 1 from support_draft_messages as closed indexed by support_draft_messages_closed
    where closed.id = ${id} and closed.closed_room_id is not null
      and closed.closed_room_id not in (${membership(caller.userId)}))`;
}

/** The rows of a table whose room the caller sees. */
export function inVisibleRoom(table: 'messages' | 'suggestions', caller: Caller): Expression<SqlBool> | undefined {
  const roomId = sql.ref<number>(`${table}.room_id`);
  const room = guestRoomId(caller);
  if (room !== undefined) return sql<SqlBool>`${roomId} = ${room}`;
  if (caller.role === 'admin') return undefined;
  // A scalar subquery: with a join, the engine may begin with the rooms and lose the order of the list.
  const isVisible = rooms
    .selectFrom('rooms as home')
    .select((home) =>
      home
        .or([
          home('home.kind', '=', ROOM_KIND.support),
          home.and([home('home.kind', '=', ROOM_KIND.group), home('home.is_private', '=', 0)]),
          home.exists(
            home
              .selectFrom('room_members')
              .select('room_members.user_id')
              .whereRef('room_members.room_id', '=', 'home.id')
              .where('room_members.user_id', '=', caller.userId),
          ),
        ])
        .as('is_visible'),
    )
    .where('home.id', '=', roomId);
  return sql<SqlBool>`${isVisible}`;
}
