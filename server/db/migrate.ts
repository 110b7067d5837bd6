import type { Kysely } from 'kysely';
import { lockName } from './engine.ts';
import * as first from './migrations/001-first-tables.ts';
import * as fastLists from './migrations/002-fast-lists.ts';
import type { Tables } from './tables.ts';
import { indexTrigrams } from './trigrams.ts';

interface Migration {
  up(db: Kysely<unknown>, schema?: string): Promise<void>;
}

/** Every migration by name, in the order of their names. One that has been released is never changed. */
const migrations: Record<string, Migration> = { '001-first-tables': first, '002-fast-lists': fastLists };

interface History {
  kysely_migration: { name: string; timestamp: string };
}

/**
 * Brings a database to the newest tables, all or nothing; on PostgreSQL those of a schema, made where it is missing.
 * Several processes may do so at once. Throws where a newer version of the program has been at work.
 */
export async function migrate(db: Kysely<Tables>, schema?: string): Promise<void> {
  // The tables come to be here, so their types cannot be known yet.
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
