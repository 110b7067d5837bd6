import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#server/db/engine.ts';
import type { TenantDatabase } from '#server/db/store.ts';
import { DRAFTS_PER_ROOM, type Size, staffOf } from './size.ts';
import { draftText, replyText, roomText, spread } from './texts.ts';

const MEMBERS_READ = 8;
const YEAR_SECONDS = 31_536_000;
const BATCH = 100_000;

type Sql = RawBuilder<unknown>;

/** Fills an empty tenant with rows generated in SQL. Indexes are built last. */
export async function makeData(place: TenantDatabase, size: Size, nowUnix: number): Promise<void> {
  const { db } = place;
  // In KiB: the search index of a million texts is built in memory.
  if (!isPostgres(db)) await sql`pragma cache_size = -262144`.execute(db);
  const indexes = await dropIndexes(place);
  await addUsers(place, size);
  await addRooms(place, size, nowUnix);
  await addDrafts(place, size, nowUnix);
  await addWaits(place, size, nowUnix);
  for (const index of indexes) await sql.raw(index).execute(db);
  if (!isPostgres(db)) return;
  // PostgreSQL's sequences do not know the ids, which were inserted explicitly.
  for (const table of NUMBERED) {
    const name = sql.lit(`"${place.schema}"."${table}"`);
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), max(id)) from ${within(place, table)}`.execute(db);
  }
  // Autovacuum would do the same soon.
  for (const table of TABLES) await sql`vacuum (analyze) ${within(place, table)}`.execute(db);
}

const NUMBERED = ['users', 'rooms', 'messages', 'support_draft_messages'] as const;

const TABLES = [...NUMBERED, 'room_members', 'room_tallies', 'waits'] as const;

/** Drops the indexes that back no constraint; returns the statements that recreate them. */
async function dropIndexes(place: TenantDatabase): Promise<string[]> {
  const { db, schema } = place;
  const all = isPostgres(db)
    ? sql<{ name: string; made: string }>`
        select indexname as name, indexdef as made from pg_indexes
        where schemaname = ${schema} and indexname not in (select conname from pg_constraint)`
    : sql<{ name: string; made: string }>`
        select name, sql as made from sqlite_master
        where type = 'index' and sql is not null and name <> 'room_tallies_once'`;
  const { rows } = await all.execute(db);
  for (const { name } of rows) {
    await sql`drop index ${within(place, name)}`.execute(db);
  }
  return rows.map(({ made }) => made);
}

async function addUsers(place: TenantDatabase, { rooms }: Size) {
  const name = sql`(case when i <= ${sql.lit(staffOf(rooms))} then 'Staff ' else 'Visitor ' end || i)`;
  await insert(place, 'users', staffOf(rooms) + rooms, {
    id: sql`i`,
    name,
    name_folded: sql`lower(${name})`,
    kind: sql`case when i <= ${sql.lit(staffOf(rooms))} then 'staff' else 'visitor' end`,
  });
}

/** Of ten rooms, nine are visitors' and one is internal. Each has three messages and three members. */
async function addRooms(place: TenantDatabase, { rooms }: Size, nowUnix: number) {
  const staff = sql.lit(staffOf(rooms));
  const name = roomText(rooms);
  const made = sql`(${sql.lit(nowUnix - YEAR_SECONDS)} + i * ${sql.lit(YEAR_SECONDS / rooms)})`;
  const madeUnix = sql`cast(${made} as bigint)`;
  const isAwaiting = sql`(i % 10 <> 0 and i % 31 = 0)`;
  const one = (condition: Sql) => sql`case when ${condition} then 1 else 0 end`;
  await insert(place, 'rooms', rooms, {
    id: sql`i`,
    name,
    name_folded: sql`lower(${name})`,
    is_private: one(sql`i % 11 = 0`),
    settings: sql`'{}'`,
    kind: sql`case when i % 100 = 50 then 2 when i % 10 = 0 then 3 else 1 end`,
    enabled: one(sql`i % 33 <> 0`),
    room_code: sql`'bench-' || i`,
    awaiting_support: one(isAwaiting),
    awaiting_since_unix: sql`case when ${isAwaiting} then ${madeUnix} + 3600 end`,
    created_at_unix: madeUnix,
    created_at_ms: sql`${madeUnix} * 1000`,
    is_external: sql`0`,
    last_message_id: sql`i * 3`,
    last_message_unix: sql`${madeUnix} + 3600`,
    last_message_by_staff: one(sql`not ${isAwaiting} and i % 7 <> 0`),
    direct_pair: sql`case when i % 100 = 50 then 'bench:' || i end`,
  });
  const room = sql`((i + 2) / 3)`;
  await insert(place, 'messages', rooms * 3, {
    id: sql`i`,
    room_id: room,
    user_id: sql`case when i % 3 = 2 then ${room} % ${staff} + 1 else ${staff} + ${room} end`,
    content: replyText(),
    kind: sql`'text'`,
    settings: sql`'{}'`,
    created_at_unix: sql`${sql.lit(nowUnix)}`,
    created_at_ms: sql`${sql.lit(nowUnix)} * cast(1000 as bigint)`,
  });
  // The visitor and two staff members, a few of whom have the newest message unread. Some star the room.
  const read = sql`case when ${room} % ${sql.lit(MEMBERS_READ)} = 0 then null else ${room} * 3 end`;
  await insert(place, 'room_members', rooms * 3, {
    room_id: room,
    user_id: sql`case i % 3 when 0 then ${staff} + ${room} when 1 then ${room} % ${staff} + 1
                 else (${room} + 1) % ${staff} + 1 end`,
    starred: one(sql`i % 3 = 1 and ${room} / ${staff} % 4 = 0`),
    last_read_message_id: sql`case when i % 3 = 0 then ${room} * 3 else ${read} end`,
  });
}

/** A twentieth is in review, mostly the newest. Of the others, four in five are approved, and nine in ten read. */
async function addDrafts(place: TenantDatabase, { rooms }: Size, nowUnix: number) {
  const drafts = rooms * DRAFTS_PER_ROOM;
  const content = draftText(drafts);
  const made = sql`cast(${sql.lit(nowUnix - YEAR_SECONDS)} + i * ${sql.lit(YEAR_SECONDS / drafts)} as bigint)`;
  const isOpen = sql`(i > ${sql.lit(drafts * 0.96)} or i % 97 = 0)`;
  const settled = sql`case when ${isOpen} then null else ${made} + 600 end`;
  // One user wrote one in five, like a bot; the rest is spread evenly over the staff.
  const someone = (salt: number) =>
    sql`case when ${spread(5, salt)} = 0 then 2 else ${spread(staffOf(rooms), salt + 1)} + 1 end`;
  await insert(place, 'support_draft_messages', drafts, {
    id: sql`i`,
    room_id: sql`${spread(rooms, 1)} + 1`,
    created_user_id: someone(2),
    resolved_user_id: sql`case when ${isOpen} then null else ${someone(4)} end`,
    message_content: content,
    message_content_folded: sql`lower(${content})`,
    kind: sql`'text'`,
    settings: sql`'{}'`,
    status: sql`case when ${isOpen} then 'in_review' when ${spread(5, 6)} = 0 then 'rejected' else 'approved' end`,
    resolved_time_unix: settled,
    create_user_resolved_read_time_unix: sql`case when ${spread(10, 7)} = 0 then null else ${settled} end`,
    created_at_unix: made,
    updated_at_unix: sql`case when ${isOpen} then ${made} else ${made} + 600 end`,
  });
}

/** Adds one wait for each room, spread over a year. */
async function addWaits(place: TenantDatabase, { rooms }: Size, nowUnix: number) {
  const started = sql`cast(${sql.lit(nowUnix - YEAR_SECONDS)} + i * ${sql.lit(YEAR_SECONDS / (rooms + 1))} as bigint)`;
  await insert(place, 'waits', rooms, { started_unix: started, ended_unix: sql`${started} + ${spread(3_600, 8)}` });
  await place.db
    .updateTable('wait_recording')
    .set({ since_unix: nowUnix - YEAR_SECONDS })
    .execute();
}

/** Inserts `count` rows; `columns` are SQL expressions of `i`, counted from 1. */
async function insert(place: TenantDatabase, table: string, count: number, columns: Record<string, Sql>) {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  for (let first = 1; first <= count; first += BATCH) {
    const last = sql.lit(Math.min(count, first + BATCH - 1));
    const values = sql.join(Object.values(columns));
    const numbers = sql`with recursive n (i) as (
      select cast(${sql.lit(first)} as bigint) union all select i + 1 from n where i < ${last})`;
    await sql`insert into ${within(place, table)} (${names}) ${numbers} select ${values} from n`.execute(place.db);
  }
}

const within = ({ schema }: TenantDatabase, name: string) =>
  schema === undefined ? sql.id(name) : sql.id(schema, name);
