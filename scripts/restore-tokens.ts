import type { Kysely } from 'kysely';
import { revokeAll } from '#server/access/tokens.ts';
import { OPERATOR } from '#server/audit/record-event.ts';
import type { Tables } from '#server/db/tables.ts';

/** Within the parameter limits of both engines. */
const BATCH = 1_000;

/** Returns the hashes of the tokens that are valid now. */
export async function readValidHashes(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('tokens').select('hash').where('revoked_at_unix', 'is', null).execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Revokes every token but those that were valid before the restore. Returns how many it revoked. */
export async function revokeUnknownTokens(db: Kysely<Tables>, valid: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('tokens').select(['id', 'hash']).where('revoked_at_unix', 'is', null).execute();
  const unknown = rows.filter(({ hash }) => !valid.has(hash)).map(({ id }) => id);
  for (let start = 0; start < unknown.length; start += BATCH) {
    const ids = unknown.slice(start, start + BATCH);
    await revokeAll(db, db.selectFrom('tokens').select('id').where('id', 'in', ids), OPERATOR);
  }
  return unknown.length;
}
