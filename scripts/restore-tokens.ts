import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Returns the hashes of the tokens that are valid now. */
export async function readValidHashes(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('tokens').select('hash').where('revoked_at_unix', 'is', null).execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Revokes every token but those that were valid before the restore. Returns how many it revoked. */
export async function revokeUnknownTokens(db: Kysely<Tables>, valid: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('tokens').select(['id', 'hash']).where('revoked_at_unix', 'is', null).execute();
  const unknown = rows.filter(({ hash }) => !valid.has(hash));
  for (const { id } of unknown) {
    const revoked_at_unix = Math.floor(Date.now() / 1000);
    await db.updateTable('tokens').set({ revoked_at_unix }).where('id', '=', id).execute();
  }
  return unknown.length;
}
