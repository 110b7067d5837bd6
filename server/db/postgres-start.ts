import { type Kysely, sql } from 'kysely';
import { lockName } from './engine.ts';
import { isUnavailable } from './unavailable.ts';

const OLDEST_VERSION = 13;

/** A one-line reason why the service cannot use its configured database. */
export class DatabaseFault extends Error {}

/** Throws `DatabaseFault` for an unsupported PostgreSQL. Tries to install the trigram extension. */
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

/** Converts connection and server errors at startup to `DatabaseFault`; returns other errors unchanged. */
export function toDatabaseFault(error: unknown): unknown {
  if (!isUnavailable(error) && !(error instanceof Error && 'severity' in error)) return error;
  return databaseFault(error);
}

const databaseFault = (error: unknown) =>
  new DatabaseFault(`the database cannot be used (${reasonOf(error)})`, { cause: error });

/** A host with several addresses fails with an `AggregateError` whose errors all say the same. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.split('\n')[0] || error.name : String(error);
}

/** Without permission to add extensions, text searches fall back to full scans and a warning is logged. */
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
