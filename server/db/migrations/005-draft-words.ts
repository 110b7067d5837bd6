import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/**
 * Removes the room names from the drafts' search index on SQLite, because renaming a room rewrote the entries of all
 * its drafts. Searches now find rooms by their own index, and their drafts by an ordinary one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return;
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const DRAFTS = 'support_draft_messages';
const WORDS = `${DRAFTS}_words`;
/** Padding, so that every character starts a trigram. */
const text = (row: string) => `${row}message_content_folded || char(1, 1)`;
const add = `insert into ${WORDS} (rowid, text) values (new.id, ${text('new.')})`;

const STATEMENTS = [
  ...['insert', 'update', 'room'].map((name) => `drop trigger ${WORDS}_${name}`),
  `create trigger ${WORDS}_insert after insert on ${DRAFTS} begin ${add}; end`,
  `create trigger ${WORDS}_update after update of message_content_folded on ${DRAFTS}
   when old.message_content_folded <> new.message_content_folded
   begin delete from ${WORDS} where rowid = old.id; ${add}; end`,
  `insert into ${WORDS} (${WORDS}) values ('delete-all')`,
  // By default, deleting a tenth of the texts at once merges the whole index within that transaction.
  `insert into ${WORDS} (${WORDS}, rank) values ('deletemerge', 0)`,
  `insert into ${WORDS} (rowid, text) select id, ${text('')} from ${DRAFTS}`,
];
