import { type Kysely, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { TenantDatabase } from './store.ts';
import type { Tables } from './tables.ts';
import { isUnavailable } from './unavailable.ts';

const COPIED_WITH_IDS = [
  'users',
  'rooms',
  'messages',
  'suggestions',
  'support_draft_messages',
  'clients',
  'master_keywords',
  'tokens',
  'waits',
] as const;
const TABLES_WITH_IDS = [...COPIED_WITH_IDS, 'events'] as const;
/** Every table that a restore replaces. Referenced tables come first. */
const ALL_TABLES = [
  ...COPIED_WITH_IDS,
  'room_members',
  'tenant_profile',
  'wait_recording',
] as const satisfies (keyof Tables)[];
/** Rows per statement, within the parameter limits of both engines. */
const BATCH = 1_000;

type AnyTable = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Copies all rows into a database that is empty except for events. Keeps existing events, and advances the id sequences
 * to at least those of the source.
 */
export async function bulkCopy(from: TenantDatabase, to: TenantDatabase): Promise<void> {
  // A migration inserted this row.
  await to.db.deleteFrom('wait_recording').execute();
  for (const table of ALL_TABLES) await copyTable(untypedDb(from.db), untypedDb(to.db), table);
  const sequences = await readSequences(from, TABLES_WITH_IDS);
  const known = await readSequences(to, ['events']);
  const lastEvent = Math.max(sequences.get('events') ?? 0, known.get('events') ?? 0);
  await advanceSequences(to, sequences.set('events', await copyEvents(from.db, to.db, lastEvent)));
}

/**
 * Locks all tables against other writers until the open transaction ends, so that later reads are consistent. A no-op
 * on SQLite, which allows one write transaction at a time.
 */
export async function lockAllTables({ db, schema = 'public' }: TenantDatabase): Promise<void> {
  if (!isPostgres(db)) return;
  const names = sql.join([...ALL_TABLES, 'events'].map((table) => sql.id(schema, table)));
  await sql`lock table ${names} in share row exclusive mode`.execute(db);
}

/** Deletes all rows except events. Lock the tables first. */
export async function deleteAllRows({ db }: TenantDatabase): Promise<void> {
  for (const table of ALL_TABLES.toReversed()) await db.deleteFrom(table).execute();
}

/**
 * Adds the events that the target does not have. If a different event there has the same id, as after moving another
 * tenant's file here, the added event gets the next id after `lastId`. Returns the last id assigned.
 */
async function copyEvents(from: Kysely<Tables>, to: Kysely<Tables>, lastId: number): Promise<number> {
  let last = lastId;
  for await (const rows of pagesOf(untypedDb(from), 'events')) {
    const ids = rows.map(({ id }) => Number(id));
    const known = await to.selectFrom('events').selectAll().where('id', 'in', ids).execute();
    const knownById = new Map(known.map((event) => [event.id, JSON.stringify(inOrder(event))]));
    const missing = rows.filter((row) => knownById.get(Number(row.id)) !== JSON.stringify(inOrder(row)));
    const added = missing.map((row) => {
      if (!knownById.has(Number(row.id))) return row;
      last += 1;
      return { ...row, id: last };
    });
    if (added.length > 0) await insertAll(untypedDb(to), 'events', added);
  }
  return last;
}

/** Columns in an order that does not depend on the engine. */
const inOrder = (row: object) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

async function copyTable(from: AnyTable, to: AnyTable, table: (typeof ALL_TABLES)[number]) {
  for await (const rows of pagesOf(from, table)) await insertAll(to, table, rows);
}

async function* pagesOf(from: AnyTable, table: (typeof ALL_TABLES)[number] | 'events') {
  const keys = table === 'room_members' ? ['room_id', 'user_id'] : ['id'];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  let last: unknown[] | undefined;
  for (;;) {
    let page = from.selectFrom(table).selectAll().orderBy(columns).limit(BATCH);
    if (last) page = page.where(sql<boolean>`(${columns}) > (${sql.join(last)})`);
    const rows = await page.execute();
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keys.map((key) => end[key]);
  }
}

/** Inserts a page of rows. If that fails, throws an error that names the first row at fault. */
async function insertAll(to: AnyTable, table: string, rows: readonly Record<string, unknown>[]) {
  await sql`savepoint page`.execute(to);
  try {
    await to.insertInto(table).values(rows).execute();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await sql`rollback to savepoint page`.execute(to);
    for (const row of rows) {
      const name = `${table} ${row.id ?? `of room ${row.room_id} and user ${row.user_id}`}`;
      await to
        .insertInto(table)
        .values(row)
        .execute()
        .catch((cause) => Promise.reject(new Error(`${name} cannot be stored: ${cause.message}`, { cause })));
    }
    throw error;
  }
  await sql`release savepoint page`.execute(to);
}

/** Returns the highest id each table has ever assigned, 0 if none. */
async function readSequences({ db, schema }: TenantDatabase, tables: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const table of tables) {
    const query = isPostgres(db)
      ? sql<{ id: number | null }>`select pg_sequence_last_value(${sequence(schema, table)}) as id`
      : sql<{ id: number | null }>`select max(seq) as id from sqlite_sequence where name = ${table}`;
    const { rows } = await query.execute(db);
    ids.set(table, rows[0]?.id ?? 0);
  }
  return ids;
}

/** Advances the id sequences to at least the given ids. Never moves one back, so no id is assigned twice. */
async function advanceSequences({ db, schema }: TenantDatabase, ids: ReadonlyMap<string, number>): Promise<void> {
  const current = await readSequences({ db, schema }, [...ids.keys()]);
  for (const [table, id] of ids) {
    if (id <= (current.get(table) ?? 0)) continue;
    if (isPostgres(db)) {
      await sql`select setval(${sequence(schema, table)}, ${id}::bigint)`.execute(db);
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db);
    }
  }
}

const sequence = (schema = 'public', table: string) =>
  sql`pg_get_serial_sequence(${`"${schema}"."${table}"`}::text, 'id')::regclass`;

const untypedDb = (db: Kysely<Tables>) => db as unknown as AnyTable;
