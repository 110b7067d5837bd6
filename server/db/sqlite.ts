import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqlite-driver.ts';

/** Opens a SQLite file, made where it is missing, or `:memory:`, when it is first used. */
export function openSqlite<T>(file: string): Kysely<T> {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TurnTakingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<T>({ dialect });
}

/** The driver's users take turns with its connection by themselves. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}
