import { type QueryExecutorProvider, sql } from 'kysely';

/** Columns with substring search. */
const SEARCHABLE = {
  users: 'name_folded',
  rooms: 'name_folded',
  support_draft_messages: 'message_content_folded',
} as const;
/** Statistics target. With the default, the planner assumes that every word is frequent. */
const STATISTICS = 1_000;

/** Creates missing trigram indexes on PostgreSQL, provided the extension is installed. */
export async function createTrigramIndexes(db: QueryExecutorProvider, schema: string): Promise<void> {
  const { rows: extension } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'
  `.execute(db);
  const [found] = extension;
  if (!found) return;
  const { rows: known } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = ${schema} and indexname like '%\\_by\\_trigram'
  `.execute(db);
  for (const [table, column] of Object.entries(SEARCHABLE)) {
    const index = `${table}_by_trigram`;
    if (known.some(({ name }) => name === index)) continue;
    const place = sql.id(schema, table);
    const operators = sql.id(found.schema, 'gin_trgm_ops');
    await sql`create index ${sql.id(index)} on ${place} using gin (${sql.id(column)} ${operators})`.execute(db);
    await sql`alter table ${place} alter column ${sql.id(column)} set statistics ${sql.lit(STATISTICS)}`.execute(db);
  }
}
