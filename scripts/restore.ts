import type { Kysely } from 'kysely';
import { revokeAll } from '#server/access/tokens.ts';
import { OPERATOR, recordEvent } from '#server/audit/record-event.ts';
import { bulkCopy, deleteAllRows, lockAllTables } from '#server/db/bulk-copy.ts';
import type { TenantDatabase } from '#server/db/store.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Backup, openBackup } from './backup-file.ts';
import { runCommand, UsageError } from './command.ts';

const USAGE = 'npm run restore -- --tenant <name> --from <file> [--host <host>] [--replace] [--keep-tokens]';
/** Tokens per statement, within the parameter limits of both engines. */
const BATCH = 1_000;

await runCommand(
  ['tenant', 'from', 'host'],
  async ({ positionals, options: { tenant: name, from }, all, flags }, tenants) => {
    if (!name || !from || positionals.length > 0) throw new UsageError(USAGE);
    const known = await tenants.byName(name);
    if (known && !flags.has('replace')) {
      throw new UsageError(`The tenant ${name} already exists: specify --replace to replace its data.`);
    }
    const backup = await openBackup(from);
    try {
      const hosts = all('host').length > 0 ? all('host') : known ? [] : backup.hosts;
      if (!known && hosts.length === 0) throw new UsageError(`${from} contains no hosts: specify --host.`);
      // Fails before anything is replaced if a host belongs to another tenant.
      if (known) await tenants.add(name, hosts);
      const fillFrom = (target: TenantDatabase) => fill(target, backup, flags.has('keep-tokens'));
      const revoked = known
        ? await known.db.transaction().execute((db) => fillFrom({ ...known, db }))
        : await tenants.create(name, hosts, fillFrom);
      console.log(`Restored ${name} from ${from}.`);
      if (revoked > 0) {
        console.log(
          `Revoked ${revoked} token(s) that were not valid before the restore. To keep the tokens of a backup, use --keep-tokens.`,
        );
      }
    } finally {
      await backup.close();
    }
  },
  ['replace', 'keep-tokens'],
);

/**
 * Replaces a tenant's data within an open transaction, except its events, to which those of the backup are added.
 * Unless `keepsTokens`, revokes the tokens that were not valid here before: one revoked after the backup must stay so.
 */
async function fill(target: TenantDatabase, backup: Backup, keepsTokens: boolean) {
  // Without the lock, a concurrent revocation would be missed by the next read, and then undone.
  await lockAllTables(target);
  const valid = await readValidHashes(target.db);
  await deleteAllRows(target);
  await bulkCopy(backup, target);
  const after = { made_at_unix: backup.madeAtUnix, keeps_tokens: keepsTokens };
  await recordEvent(target.db, { actor: OPERATOR, action: 'restore', recordType: 'tenants', after });
  return keepsTokens ? 0 : revokeUnknownTokens(target.db, valid);
}

/** Returns the hashes of the tokens that are valid now. */
async function readValidHashes(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('tokens').select('hash').where('revoked_at_unix', 'is', null).execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Revokes every token but those that were valid before the restore. Returns how many it revoked. */
async function revokeUnknownTokens(db: Kysely<Tables>, valid: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('tokens').select(['id', 'hash']).where('revoked_at_unix', 'is', null).execute();
  const unknown = rows.filter(({ hash }) => !valid.has(hash)).map(({ id }) => id);
  for (let start = 0; start < unknown.length; start += BATCH) {
    const ids = unknown.slice(start, start + BATCH);
    await revokeAll(db, db.selectFrom('tokens').select('id').where('id', 'in', ids), OPERATOR);
  }
  return unknown.length;
}
