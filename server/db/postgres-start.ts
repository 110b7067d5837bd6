import { type Kysely, sql } from 'kysely';
import { lockName } from './engine.ts';
import { isUnavailable } from './unavailable.ts';

const OLDEST_VERSION = 13;

/** Why the service cannot stand on the database that it was told of, in one line. */
export class DatabaseFault extends Error {}

/** Throws `DatabaseFault` for a PostgreSQL that the service cannot stand on, and lets it search by three letters where it may. */
export async function checkPostgres<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding
  `
    .execute(db)
    .catch((error) => Promise.reject(databaseFault(error)));
  const [{ version, encoding } = { version: '', encoding: '' }] = rows;
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new DatabaseFault(`PostgreSQL ${version} is too old, ${OLDEST_VERSION} or newer is needed`);
  }
  if (encoding !== 'UTF8') throw new DatabaseFault(`the database has the encoding ${encoding}, and UTF8 is needed`);
  await addTrigrams(db);
}

/** What PostgreSQL, or the way to it, has against the start, as a `DatabaseFault`; other faults as they are. */
export function toDatabaseFault(error: unknown): unknown {
  if (!isUnavailable(error) && !(error instanceof Error && 'severity' in error)) return error;
  return databaseFault(error);
}

const databaseFault = (error: unknown) =>
  new DatabaseFault(`the database cannot be used (${reasonOf(error)})`, { cause: error });

/** Several addresses of one host fail as several errors, of which the first says what the others do. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.split('\n')[0] || error.name : String(error);
}

/** Who may not add extensions has a search that reads every text, unless somebody adds it for them, and is told so. */
async function addTrigrams<T>(db: Kysely<T>) {
  try {
    await db.transaction().execute(async (transaction) => {
      await lockName(transaction, 'countersign pg_trgm');
      await sql`create extension if not exists pg_trgm`.execute(transaction);
    });
  } catch (error) {
    if (!(error instanceof Error && 'severity' in error)) throw error;
    console.warn(
      `PostgreSQL has no extension pg_trgm here, and adding it failed (${reasonOf(error)}): searches for a text will read every text. Have it added by "create extension pg_trgm", and start again.`,
    );
  }
}
