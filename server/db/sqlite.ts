import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqlite-driver.ts';

/** Opens a SQLite file on first use, or `:memory:`. A missing file is created. */
export function openSqlite<T>(file: string): Kysely<T> {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TurnTakingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<T>({ dialect });
}

/** Disables Kysely's own connection mutex: the driver has one. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}
