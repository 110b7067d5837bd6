import { writeBackup } from './backup-file.ts';
import { requireTenant, runCommand, UsageError } from './command.ts';

const USAGE = 'npm run backup -- --tenant <name> --to <file>';

await runCommand(['tenant', 'to'], async (given, tenants) => {
  const { to } = given.options;
  if (!to || given.positionals.length > 0) throw new UsageError(USAGE);
  const tenant = await requireTenant(given, tenants);
  const hosts = [...(await tenants.hosts())].filter(([, owner]) => owner === tenant.name).map(([host]) => host);
  const bytes = await writeBackup(tenant, hosts, to);
  console.log(`Backed up ${tenant.name} to ${to} (${(bytes / 1_000_000).toFixed(1)} MB).`);
});
