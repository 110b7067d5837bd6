import { type SqlBool, sql } from 'kysely';
import type { RoomSummary } from '#contract/document.ts';
import { isPostgres } from '../db/engine.ts';
import { runCached } from '../db/statement-cache.ts';
import type { RoomRow } from '../db/tables.ts';
import { problem } from '../jsonapi/document/problem.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { isUnread } from './room-filters.ts';

const MAX_TEXT = 200;
/** Characters read of a message: more than `MAX_TEXT`, because white space is collapsed. */
const READ_CHARACTERS = 1_000;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The summaries of rooms that the caller sees, by their ids. Takes two queries, whatever the number of rooms. */
export async function summarizeRooms(
  rooms: readonly RoomRow[],
  context: Context,
): Promise<ReadonlyMap<number, RoomSummary>> {
  if (context.caller.role === 'guest') {
    throw problem(403, '403', 'Your role can’t read summaries of rooms.', { source: { parameter: 'roomMeta' } });
  }
  if (rooms.length === 0) return new Map();
  const ids = rooms.map(({ id }) => id);
  const drafts = new Map((await selectDrafts(ids, context)).map((draft) => [draft.room_id, draft]));
  const newest = await selectNewestMessages(ids, context);
  return new Map(
    newest.map(({ room_id, is_unread, ...message }) => {
      const draft = drafts.get(room_id);
      return [
        room_id,
        {
          last_message: lastMessage(message),
          drafts_in_review: draft
            ? {
                count: draft.count,
                id: String(draft.id),
                author_id: draft.created_user_id === null ? null : String(draft.created_user_id),
                author_name: draft.name,
              }
            : null,
          is_unread: is_unread === 1,
        },
      ];
    }),
  );
}

type Newest = Awaited<ReturnType<typeof selectNewestMessages>>[number];

function lastMessage({ id, content, created_at_unix, by_staff, name }: Omit<Newest, 'room_id' | 'is_unread'>) {
  if (id === null || content === null || created_at_unix === null) return null;
  return { id: String(id), text: excerpt(content), created_at_unix, by_staff: by_staff === 1, user_name: name };
}

/** Returns the start of a text on one line, cut between graphemes. */
function excerpt(content: string): string {
  const text = content.replaceAll(/\s+/g, ' ').trim();
  if (text.length <= MAX_TEXT) return text;
  const end = graphemes.segment(text).containing(MAX_TEXT)?.index;
  return text
    .slice(0, end || MAX_TEXT)
    .trimEnd()
    .toWellFormed();
}

const selectNewestMessages = (ids: readonly number[], { db, caller, statements }: Context) =>
  runCached(
    db,
    statements,
    `newest messages ${ids.length}`,
    () =>
      db
        .selectFrom('rooms')
        .leftJoin('messages', 'messages.id', 'rooms.last_message_id')
        .leftJoin('users', 'users.id', 'messages.user_id')
        .select((room) => [
          // A subquery: a join may begin with all rooms of the caller.
          room
            .selectFrom('room_members')
            .select(sql<number>`case when ${isUnread} then 1 else 0 end`.as('is_unread'))
            .whereRef('room_members.room_id', '=', 'rooms.id')
            .where('room_members.user_id', '=', caller.userId)
            .as('is_unread'),
          'rooms.id as room_id',
          'rooms.last_message_by_staff as by_staff',
          'messages.id',
          'messages.created_at_unix',
          'users.name',
          sql<string | null>`substr(messages.content, 1, ${sql.lit(READ_CHARACTERS)})`.as('content'),
        ])
        .where('rooms.id', 'in', ids),
    [caller.userId, ...ids],
  );

/** Per room, the number of drafts in review and the newest one's author. A caller who sees a room sees its drafts. */
const selectDrafts = (ids: readonly number[], { db, statements }: Context) =>
  runCached(
    db,
    statements,
    `drafts in review ${ids.length}`,
    () =>
      (isPostgres(db) ? countEachRoom(db, ids) : countRooms(db, ids))
        .innerJoin('support_draft_messages as newest', 'newest.id', 'in_review.id')
        .leftJoin('users', 'users.id', 'newest.created_user_id')
        .select(['newest.room_id', 'in_review.count', 'in_review.id', 'newest.created_user_id', 'users.name']),
    ids,
  );

const countRooms = (db: Context['db'], ids: readonly number[]) =>
  db.selectFrom(inReview(db).where('room_id', 'in', ids).groupBy('room_id').as('in_review'));

/** With `group by` over many rooms, PostgreSQL would read all drafts in review. */
const countEachRoom = (db: Context['db'], ids: readonly number[]) =>
  db
    .selectFrom('rooms')
    .innerJoinLateral(inReview(db).where(sql<SqlBool>`room_id = rooms.id`).as('in_review'), (join) => join.onTrue())
    .where('rooms.id', 'in', ids);

const inReview = (db: Context['db']) =>
  db
    .selectFrom('support_draft_messages')
    .select(({ fn }) => [fn.max('support_draft_messages.id').as('id'), fn.countAll<number>().as('count')])
    .where(IS_IN_REVIEW);

/**
 * The same condition as the filter `in_review`. The double negations make SQLite use the index of the room, not that of
 * a column that is null in all drafts in review.
 */
const IS_IN_REVIEW = sql<SqlBool>`(
  status in ('in_review', '') and not (resolved_user_id is not null) and not (resolved_time_unix is not null)
)`;
