import type { Kysely } from 'kysely';

/**
 * Adds indexes for look-ups within writes: an author's revisions of a draft, and a room's drafts in review by author.
 * Without them, a write may read all drafts of its room.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex(`${DRAFTS}_by_revision`)
    .on(DRAFTS)
    .columns(['room_id', 'created_user_id', 'created_at_unix', 'id'])
    .execute();
  await schema.dropIndex(`${DRAFTS}_by_room_id_status_id`).execute();
  await schema
    .createIndex(`${DRAFTS}_by_room_status`)
    .on(DRAFTS)
    .columns(['room_id', 'status', 'id', 'created_user_id'])
    .execute();
}

const DRAFTS = 'support_draft_messages';
