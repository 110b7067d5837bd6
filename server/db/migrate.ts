import type { Kysely } from 'kysely';
import { lockName } from './engine.ts';
import * as first from './migrations/001-first-tables.ts';
import * as fastLists from './migrations/002-fast-lists.ts';
import type { Tables } from './tables.ts';
import { indexTrigrams } from './trigrams.ts';

interface Migration {
  up(db: Kysely<unknown>, schema?: string): Promise<void>;
}

/** Every migration by name, in order of execution. Never change a released one. */
const migrations: Record<string, Migration> = { '001-first-tables': first, '002-fast-lists': fastLists };

interface History {
  kysely_migration: { name: string; timestamp: string };
}

/**
 * Runs all pending migrations in one transaction; on PostgreSQL within `schema`, which is created if missing. Safe to
 * run from several processes at once. Throws if a newer version of the program has migrated the database.
 */
export async function migrate(db: Kysely<Tables>, schema?: string): Promise<void> {
  // The tables do not exist yet, so their types do not apply.
  const untyped = db as unknown as Kysely<History>;
  await untyped.transaction().execute(async (transaction) => {
    if (schema !== undefined) {
      await lockName(transaction, `migrate ${schema}`);
      await transaction.schema.createSchema(schema).ifNotExists().execute();
    }
    const applied = await readHistory(transaction);
    const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
    if (unknown.length > 0) {
      throw new Error(`The database was made by a newer version: this one does not know ${unknown.join(', ')}.`);
    }
    for (const [name, migration] of Object.entries(migrations)) {
      if (applied.includes(name)) continue;
      await migration.up(transaction as unknown as Kysely<unknown>, schema);
      const entry = { name, timestamp: new Date().toISOString() };
      await transaction.insertInto('kysely_migration').values(entry).execute();
    }
    if (schema !== undefined) await indexTrigrams(transaction, schema);
  });
}

async function readHistory(db: Kysely<History>) {
  await db.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
