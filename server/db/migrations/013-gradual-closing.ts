import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/**
 * On SQLite, lets the service update the drafts of a room in batches when its privacy changes, because one statement
 * for all of them blocked every tenant. The trigger still marks those that are left when a room becomes private, so
 * that no one else sees them; the marks of a room that opened are removed afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return;
  await sql.raw('drop trigger rooms_closed').execute(db);
  await sql
    .raw(
      `create trigger rooms_closed after update of kind, is_private on rooms
       when not ${isClosed('old')} and ${isClosed('new')}
       begin
         update support_draft_messages set closed_room_id = new.id where room_id = new.id and closed_room_id is null;
       end`,
    )
    .execute(db);
}

const isClosed = (room: string) => `(${room}.kind = 2 or (${room}.kind = 3 and ${room}.is_private = 1))`;
