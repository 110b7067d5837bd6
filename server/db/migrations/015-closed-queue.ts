import { type Kysely, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/** Must equal the expression of the review queue's filter. */
const IS_IN_REVIEW = sql`(case when status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null then 1 end)`;

/** On SQLite, indexes the drafts in review that only room members see: with few of them, the queue is a quick read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return;
  await db.schema
    .createIndex('support_draft_messages_closed_in_review')
    .on('support_draft_messages')
    .expression(sql`${IS_IN_REVIEW}, closed_room_id`)
    .where(sql<SqlBool>`closed_room_id is not null`)
    .execute();
}
