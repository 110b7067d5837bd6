import { type Kysely, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { raiseLastIds, readLastIds } from './last-ids.ts';
import type { Place } from './open.ts';
import type { Tables } from './tables.ts';

const WITH_IDS = [
  'users',
  'rooms',
  'messages',
  'suggestions',
  'support_draft_messages',
  'clients',
  'master_keywords',
  'tokens',
] as const;
/** Every table, after the tables it references. */
const ALL = [...WITH_IDS, 'room_members'] as const satisfies (keyof Tables)[];
/** Rows per statement, within the parameter limits of both engines. */
const BATCH = 1_000;

type AnyTable = Kysely<Record<string, Record<string, unknown>>>;

/** Copies every row into an empty database and advances its id sequences to those of the source. */
export async function copyRows(from: Place, to: Place): Promise<void> {
  for (const table of ALL) await copyTable(anyTable(from.db), anyTable(to.db), table);
  await raiseLastIds(to, await readLastIds(from, WITH_IDS));
}

/** Deletes every row. Other writers are locked out until the open transaction ends. */
export async function clearRows({ db, schema = 'public' }: Place): Promise<void> {
  if (isPostgres(db)) {
    const names = sql.join(ALL.map((table) => sql.id(schema, table)));
    await sql`lock table ${names} in share row exclusive mode`.execute(db);
  }
  for (const table of ALL.toReversed()) await db.deleteFrom(table).execute();
}

async function copyTable(from: AnyTable, to: AnyTable, table: (typeof ALL)[number]) {
  const keys = table === 'room_members' ? ['room_id', 'user_id'] : ['id'];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  let last: unknown[] | undefined;
  for (;;) {
    let page = from.selectFrom(table).selectAll().orderBy(columns).limit(BATCH);
    if (last) page = page.where(sql<boolean>`(${columns}) > (${sql.join(last)})`);
    const rows = await page.execute();
    const end = rows.at(-1);
    if (!end) return;
    await to.insertInto(table).values(rows).execute();
    last = keys.map((key) => end[key]);
  }
}

const anyTable = (db: Kysely<Tables>) => db as unknown as AnyTable;
