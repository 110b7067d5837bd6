import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/**
 * Stores on each draft whether only its room's members see it, and adds that column to the indexes that lists count by.
 * Looking up each draft's room made counts take thirty times as long.
 */
export async function up(db: Kysely<unknown>, schema?: string): Promise<void> {
  await db.schema.alterTable(DRAFTS).addColumn('closed_room_id', 'integer').execute();
  const within = (name: string) => (schema === undefined ? `"${name}"` : `"${schema}"."${name}"`);
  const statements = isPostgres(db) ? postgresStatements(within) : SQLITE_STATEMENTS;
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const index of isPostgres(db) ? POSTGRES_INDEXES : SQLITE_INDEXES) {
    const name = `${DRAFTS}_${index.name}`;
    await db.schema.dropIndex(name).execute();
    const parts = sql.join(
      [...index.parts, 'closed_room_id'].map((part) => (typeof part === 'string' ? sql.ref(part) : part)),
    );
    const created = db.schema.createIndex(name).on(DRAFTS).expression(parts);
    await (index.where ? created.where(index.where) : created).execute();
  }
}

const DRAFTS = 'support_draft_messages';

interface Index {
  name: string;
  parts: readonly (string | RawBuilder<unknown>)[];
  where?: RawBuilder<SqlBool>;
}

const INDEXES: readonly Index[] = [
  { name: 'by_status_id', parts: ['status', 'id'] },
  { name: 'by_created_at_unix_id', parts: ['created_at_unix', 'id'] },
  { name: 'by_author', parts: ['created_user_id', 'id'] },
  { name: 'by_resolved_user_id_id', parts: ['resolved_user_id', 'id'] },
];
const READ_TIME = 'create_user_resolved_read_time_unix';
const IS_UNREAD = sql<SqlBool>`create_user_resolved_read_time_unix is null`;
/** Must equal the filter's expressions, or the indexes are not used. */
const IS_IN_REVIEW = `status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null`;
const POSTGRES_INDEXES: readonly Index[] = [
  ...INDEXES,
  { name: 'by_unread', parts: ['id'], where: IS_UNREAD },
  { name: 'by_in_review_id', parts: ['id'], where: sql.raw(IS_IN_REVIEW) },
];
const SQLITE_INDEXES: readonly Index[] = [
  ...INDEXES,
  // SQLite tests the condition of a partial index again, for which it would read the row.
  { name: 'by_unread', parts: ['id', READ_TIME], where: IS_UNREAD },
  { name: 'in_review_by_id', parts: [sql.raw(`(case when ${IS_IN_REVIEW} then 1 end)`), 'id'] },
];

/** A room that only its members see: a direct room, or a private group room. */
const isClosed = (room: string) => `(${room}.kind = 2 or (${room}.kind = 3 and ${room}.is_private = 1))`;
const closedRoomId = (room: string) => `case when ${isClosed(room)} then ${room}.id end`;

const SQLITE_STATEMENTS = [
  `update ${DRAFTS} set closed_room_id = room_id
   where room_id in (select id from rooms where ${isClosed('rooms')})`,
  `create trigger ${DRAFTS}_closed after insert on ${DRAFTS}
   when new.closed_room_id is not (select ${closedRoomId('rooms')} from rooms where id = new.room_id)
   begin
     update ${DRAFTS} set closed_room_id = (select ${closedRoomId('rooms')} from rooms where id = new.room_id)
     where id = new.id;
   end`,
  `create trigger rooms_closed after update of kind, is_private on rooms
   when ${isClosed('old')} <> ${isClosed('new')}
   begin update ${DRAFTS} set closed_room_id = ${closedRoomId('new')} where room_id = new.id; end`,
];

function postgresStatements(within: (name: string) => string) {
  const [drafts, rooms] = [within(DRAFTS), within('rooms')];
  return [
    `update ${drafts} set closed_room_id = room_id
     where room_id in (select id from ${rooms} where ${isClosed('rooms')})`,
    // A support room never closes. Any other is locked, so that it cannot become private before this insert commits.
    `create function ${within('drafts_closed')}() returns trigger language plpgsql as $body$ begin
       new.closed_room_id := null;
       if exists (select 1 from ${rooms} where id = new.room_id and kind <> 1) then
         select ${closedRoomId('rooms')} into new.closed_room_id from ${rooms} where id = new.room_id for share;
       end if;
       return new;
     end $body$`,
    `create trigger drafts_closed before insert on ${drafts} for each row execute function ${within('drafts_closed')}()`,
    `create function ${within('rooms_closed')}() returns trigger language plpgsql as $body$ begin
       update ${drafts} set closed_room_id = ${closedRoomId('new')} where room_id = new.id;
       return null;
     end $body$`,
    `create trigger rooms_closed after update of kind, is_private on ${rooms} for each row
     when (${isClosed('old')} <> ${isClosed('new')}) execute function ${within('rooms_closed')}()`,
  ];
}
