import type { Tenant } from '#server/access/tenant.ts';
import { clearRows, copyRows } from '#server/db/copy-rows.ts';
import { type Backup, openBackup } from './backup-file.ts';
import { runCommand, UsageError } from './command.ts';

const USAGE = 'npm run restore -- --tenant <name> --from <file> [--host <host>] [--replace]';

await runCommand(
  ['tenant', 'from', 'host'],
  async ({ words, options: { tenant: name, from }, all, flags }, tenants) => {
    if (!name || !from || words.length > 0) throw new UsageError(USAGE);
    const known = await tenants.byName(name);
    if (known && !flags.has('replace')) {
      throw new UsageError(`There is a tenant ${name}: what it holds is only replaced with --replace.`);
    }
    const backup = await openBackup(from);
    try {
      const hosts = all('host').length > 0 ? all('host') : known ? [] : backup.hosts;
      if (!known && hosts.length === 0) throw new UsageError(`${from} names no host: say --host.`);
      // Fails before anything is replaced if a host belongs to another tenant.
      if (known) await tenants.add(name, hosts);
      await fill(known ?? (await tenants.prepare(name)), backup);
      // Registered last, so that a new tenant is unreachable until it is complete.
      if (!known) await tenants.add(name, hosts);
      console.log(`${name} is restored from ${from}.`);
    } finally {
      await backup.close();
    }
  },
  ['replace'],
);

/** Atomic: concurrent readers see the old data until the transaction commits. */
async function fill(tenant: Tenant, backup: Backup) {
  await tenant.db.transaction().execute(async (db) => {
    const target = { db, schema: tenant.schema };
    await clearRows(target);
    await copyRows(backup, target);
  });
}
