import { type Kysely, sql } from 'kysely';

/**
 * Pads texts so that every character starts a trigram: one- or two-character searches and matches at the end need it.
 */
const END = 'char(1, 1)';
const draftText = (message: string, roomId: string) =>
  `${message} || char(1) || (select name_folded from rooms where id = ${roomId}) || ${END}`;

/** Creates the SQLite triggers that maintain what lists search and count by, and backfills the existing rows. */
export async function createSqliteTriggers(db: Kysely<unknown>, tallied: readonly string[]): Promise<void> {
  const statements = [...words, ...hasStaff, ...tallies(tallied), ...spans];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** A contentless trigram index: it does not store the texts a second time. */
const wordsTable = (name: string) =>
  `create virtual table ${name} using fts5(
     text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`;
const vocabulary = (name: string) => `create virtual table ${name}_vocabulary using fts5vocab(${name}, instance)`;

/** For a table with `name_folded`. */
const nameWords = (table: string) => {
  const words = `${table}_words`;
  const add = `insert into ${words} (rowid, text) values (new.id, new.name_folded || ${END})`;
  return [
    wordsTable(words),
    vocabulary(words),
    `create trigger ${words}_insert after insert on ${table} begin ${add}; end`,
    `create trigger ${words}_delete after delete on ${table} begin delete from ${words} where rowid = old.id; end`,
    `create trigger ${words}_update after update of name_folded on ${table} when old.name_folded <> new.name_folded
     begin delete from ${words} where rowid = old.id; ${add}; end`,
    `insert into ${words} (rowid, text) select id, name_folded || ${END} from ${table}`,
  ];
};

const DRAFTS = 'support_draft_messages';
const DRAFT_WORDS = 'support_draft_messages_words';
const addDraft = `insert into ${DRAFT_WORDS} (rowid, text)
  values (new.id, ${draftText('new.message_content_folded', 'new.room_id')})`;
const addDrafts = `insert into ${DRAFT_WORDS} (rowid, text)
  select id, ${draftText('message_content_folded', 'room_id')} from ${DRAFTS}`;
const dropDraft = `delete from ${DRAFT_WORDS} where rowid = old.id`;

const words = [
  ...nameWords('users'),
  ...nameWords('rooms'),
  wordsTable(DRAFT_WORDS),
  vocabulary(DRAFT_WORDS),
  `create trigger ${DRAFT_WORDS}_insert after insert on ${DRAFTS} begin ${addDraft}; end`,
  `create trigger ${DRAFT_WORDS}_delete after delete on ${DRAFTS} begin ${dropDraft}; end`,
  `create trigger ${DRAFT_WORDS}_update after update of message_content_folded, room_id on ${DRAFTS}
   when old.message_content_folded <> new.message_content_folded or old.room_id <> new.room_id
   begin ${dropDraft}; ${addDraft}; end`,
  `create trigger ${DRAFT_WORDS}_room after update of name_folded on rooms when old.name_folded <> new.name_folded
   begin
     delete from ${DRAFT_WORDS} where rowid in (select id from ${DRAFTS} where room_id = new.id);
     ${addDrafts} where room_id = new.id;
   end`,
  addDrafts,
];

const staffIn = (room: string) =>
  `exists (select 1 from room_members join users on users.id = user_id where room_id = ${room} and users.kind = 'staff')`;

const hasStaff = [
  `create trigger room_members_insert after insert on room_members begin
     update rooms set has_staff = 1
     where id = new.room_id and has_staff = 0
       and exists (select 1 from users where id = new.user_id and kind = 'staff');
   end`,
  `create trigger room_members_delete after delete on room_members begin
     update rooms set has_staff = ${staffIn('old.room_id')}
     where id = old.room_id and has_staff <> ${staffIn('old.room_id')};
   end`,
  `update rooms set has_staff = ${staffIn('rooms.id')}`,
];

/** Counts rooms by the given columns. */
function tallies(columns: readonly string[]) {
  const names = columns.join(', ');
  // Nulls are distinct in a unique index, so the upsert would never find them.
  const values = (row: string) => columns.map((name) => `coalesce(${row}${name}, -1)`).join(', ');
  const tally = (row: string, change: number) =>
    `insert into room_tallies (${names}, rooms) values (${values(row)}, ${change})
     on conflict (${names}) do update set rooms = rooms + excluded.rooms`;
  return [
    `create unique index room_tallies_once on room_tallies (${names})`,
    `create trigger rooms_tally_insert after insert on rooms begin ${tally('new.', 1)}; end`,
    `create trigger rooms_tally_delete after delete on rooms begin ${tally('old.', -1)}; end`,
    `create trigger rooms_tally_update after update of ${names} on rooms
     when (${values('old.')}) <> (${values('new.')}) begin ${tally('old.', -1)}; ${tally('new.', 1)}; end`,
    `insert into room_tallies (${names}, rooms) select ${values('')}, count(*) from rooms group by ${values('')}`,
  ];
}

/** Spans have an hour of margin on either side, so that new drafts seldom update them. */
const spans = [
  `create trigger support_draft_messages_span after insert on ${DRAFTS} begin
     insert into support_draft_message_spans (block, first_unix, last_unix)
     values (new.id / 1024, new.created_at_unix - 3600, new.created_at_unix + 3600)
     on conflict (block) do update
     set first_unix = min(first_unix, excluded.first_unix), last_unix = max(last_unix, excluded.last_unix)
     where new.created_at_unix < first_unix or new.created_at_unix >= last_unix;
   end`,
  `insert into support_draft_message_spans (block, first_unix, last_unix)
   select id / 1024, min(created_at_unix), max(created_at_unix) + 1 from ${DRAFTS} group by id / 1024`,
];
