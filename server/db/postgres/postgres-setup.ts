import { type Kysely, sql } from 'kysely';
import { takeAdvisoryLock } from '../engine.ts';
import { isUnavailable } from '../unavailable.ts';

const MIN_VERSION = 13;

/** A one-line reason why the service cannot use its configured database. */
export class DatabaseSetupError extends Error {}

/** Throws `DatabaseSetupError` for an unsupported PostgreSQL. Tries to install the trigram extension. */
export async function checkPostgres<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding
  `
    .execute(db)
    .catch((error) => Promise.reject(setupError(error)));
  const [{ version, encoding } = { version: '', encoding: '' }] = rows;
  if (Number.parseInt(version, 10) < MIN_VERSION) {
    throw new DatabaseSetupError(`PostgreSQL ${version} is too old: version ${MIN_VERSION} or newer is required`);
  }
  if (encoding !== 'UTF8') throw new DatabaseSetupError(`the database has the encoding ${encoding} instead of UTF8`);
  await addTrigramExtension(db);
}

/** Converts connection and server errors at startup to `DatabaseSetupError`; returns other errors unchanged. */
export function toSetupError(error: unknown): unknown {
  if (!isUnavailable(error) && !(error instanceof Error && 'severity' in error)) return error;
  return setupError(error);
}

const setupError = (error: unknown) =>
  new DatabaseSetupError(`the database cannot be used (${reasonOf(error)})`, { cause: error });

/** A host with several addresses fails with an `AggregateError` whose errors all say the same. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.split('\n')[0] || error.name : String(error);
}

/** Without permission to add extensions, text searches fall back to full scans and a warning is logged. */
async function addTrigramExtension<T>(db: Kysely<T>) {
  try {
    await db.transaction().execute(async (transaction) => {
      await takeAdvisoryLock(transaction, 'countersign pg_trgm');
      await sql`create extension if not exists pg_trgm`.execute(transaction);
    });
  } catch (error) {
    if (!(error instanceof Error && 'severity' in error)) throw error;
    console.warn(
      `The PostgreSQL extension pg_trgm is missing and could not be created (${reasonOf(error)}): text searches will scan every row. Run "create extension pg_trgm" as a superuser and restart.`,
    );
  }
}
