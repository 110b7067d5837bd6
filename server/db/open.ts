import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as first from './migrations/001-first-tables.ts';
import { SqliteFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

/** Every migration by name, in the order of their names. One that has been released is never changed. */
const migrations: Record<string, Migration> = { '001-first-tables': first };

/** SQLite's changes to tables do take part in transactions; Kysely's own adapter does not say so. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class EmbeddedDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** Opens a tenant's SQLite file, made where it is missing, or `:memory:`. Tables come with `migrate`. */
export function openDatabase(file: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: new SqliteFile(file) }) });
}

/** Brings a database to the newest tables, all or nothing. Several processes may do so at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
