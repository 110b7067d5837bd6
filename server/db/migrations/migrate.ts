import { type Kysely, sql } from 'kysely';
import { takeAdvisoryLock } from '../engine.ts';
import { createTrigramIndexes } from '../search/trigrams.ts';
import type { Tables } from '../tables.ts';
import * as first from './001-first-tables.ts';
import * as fastLists from './002-fast-lists.ts';
import * as events from './003-events.ts';
import * as sessions from './004-sessions.ts';
import * as draftWords from './005-draft-words.ts';
import * as closedRooms from './006-closed-rooms.ts';
import * as letterPairs from './007-letter-pairs.ts';
import * as tenantProfile from './008-tenant-profile.ts';
import * as closedDrafts from './009-closed-drafts.ts';
import * as recordedWaits from './010-recorded-waits.ts';
import * as boundedWrites from './011-bounded-writes.ts';
import * as memberSets from './012-member-sets.ts';
import * as gradualClosing from './013-gradual-closing.ts';
import * as endedTokens from './014-ended-tokens.ts';
import * as closedQueue from './015-closed-queue.ts';
import * as changedClients from './016-changed-clients.ts';
import * as coveringQueue from './017-covering-queue.ts';
import * as finalSigma from './018-final-sigma.ts';

interface Migration {
  up(db: Kysely<unknown>, schema?: string): Promise<void>;
}

/** Every migration by name, in order of execution. Never change a released one. */
const migrations: Record<string, Migration> = {
  '001-first-tables': first,
  '002-fast-lists': fastLists,
  '003-events': events,
  '004-sessions': sessions,
  '005-draft-words': draftWords,
  '006-closed-rooms': closedRooms,
  '007-letter-pairs': letterPairs,
  '008-tenant-profile': tenantProfile,
  '009-closed-drafts': closedDrafts,
  '010-recorded-waits': recordedWaits,
  '011-bounded-writes': boundedWrites,
  '012-member-sets': memberSets,
  '013-gradual-closing': gradualClosing,
  '014-ended-tokens': endedTokens,
  '015-closed-queue': closedQueue,
  '016-changed-clients': changedClients,
  '017-covering-queue': coveringQueue,
  '018-final-sigma': finalSigma,
};

interface History {
  kysely_migration: { name: string; timestamp: string };
}

/**
 * Runs all pending migrations in one transaction; on PostgreSQL within `schema`, which is created if missing. Safe to
 * run from several processes at once. Throws if a newer version of the program has migrated the database.
 */
export async function migrate(db: Kysely<Tables>, schema?: string): Promise<void> {
  // A full disk refuses transactions, but must not stop a start that has nothing to change.
  if (schema === undefined && (await isUpToDate(asHistory(db)))) return;
  await db.transaction().execute((transaction) => migrateWithin(transaction, schema));
}

/** Like `migrate`, within an open transaction. */
export async function migrateWithin(transaction: Kysely<Tables>, schema?: string): Promise<void> {
  const db = asHistory(transaction);
  if (schema !== undefined) {
    await takeAdvisoryLock(db, `migrate ${schema}`);
    await db.schema.createSchema(schema).ifNotExists().execute();
  }
  const applied = await readHistory(db);
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new Error(`The database was migrated by a newer version. Unknown migrations: ${unknown.join(', ')}.`);
  }
  for (const [name, migration] of Object.entries(migrations)) {
    if (applied.includes(name)) continue;
    await migration.up(db as unknown as Kysely<unknown>, schema);
    const entry = { name, timestamp: new Date().toISOString() };
    await db.insertInto('kysely_migration').values(entry).execute();
  }
  if (schema !== undefined) await createTrigramIndexes(db, schema);
}

async function isUpToDate(db: Kysely<History>) {
  const { rows } = await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(db);
  if (rows.length === 0) return false;
  return (await appliedTo(db)).join() === Object.keys(migrations).join();
}

/** Returns the names of a database's pending migrations. Throws if it cannot be read. */
export async function findPendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = await appliedTo(asHistory(db));
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** The migration history is not one of the product's tables, so it has a type of its own. */
const asHistory = (db: Kysely<Tables>) => db as unknown as Kysely<History>;

async function readHistory(db: Kysely<History>) {
  await db.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
  return appliedTo(db);
}

async function appliedTo(db: Kysely<History>) {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
