import type { Tenant } from '#server/access/tenant.ts';
import { OPERATOR, recordEvent } from '#server/audit/record-event.ts';
import { transactWithReserve } from '#server/db/transact.ts';
import { writeBackup } from './backup-file.ts';
import { requireTenant, runCommand, UsageError } from './command.ts';

const USAGE = 'npm run backup -- --tenant <name> --to <file>';

await runCommand(['tenant', 'to'], async (given, tenants) => {
  const { to } = given.options;
  if (!to || given.positionals.length > 0) throw new UsageError(USAGE);
  const tenant = await requireTenant(given, tenants);
  const hosts = [...(await tenants.hosts())].filter(([, owner]) => owner === tenant.name).map(([host]) => host);
  await recordBackup(tenant).catch((error) => {
    // A damaged or full disk is when a backup is needed most.
    console.error(`The backup could not be recorded: ${error instanceof Error ? error.message : error}`);
  });
  const bytes = await writeBackup(tenant, hosts, to);
  console.log(`Backed up ${tenant.name} to ${to} (${(bytes / 1_000_000).toFixed(1)} MB).`);
});

/** Called before the backup is made, so that no copy of the data goes unrecorded. */
async function recordBackup({ db }: Tenant) {
  await transactWithReserve(db, (to) => recordEvent(to, { actor: OPERATOR, action: 'backup', recordType: 'tenants' }));
}
