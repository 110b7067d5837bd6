import { changeTenantProfile, readTenantProfile } from '#server/access/tenant-profile.ts';
import { runCommand, UsageError } from './command.ts';

const USAGE = `npm run tenants -- add <name> --host <host> [--host <host>]
npm run tenants -- describe <name> [--title <title>] [--color <#rrggbb>|""]
npm run tenants -- list`;

await runCommand(['host', 'title', 'color'], async ({ positionals, options, all }, tenants) => {
  const [command, name] = positionals;
  if (positionals.length > (command === 'list' ? 1 : 2)) throw new UsageError(USAGE);
  if (command === 'add' && name && all('host').length > 0) {
    await tenants.add(name, all('host'));
    console.log(`${name} is now reachable at ${all('host').join(', ')}.`);
  } else if (command === 'describe' && name) {
    const tenant = await tenants.byName(name);
    if (!tenant) throw new UsageError(`There is no tenant named ${name}.`);
    const { title, color } = options;
    if (title !== undefined || color !== undefined) {
      await changeTenantProfile(tenant, {
        ...(title !== undefined && { title }),
        // An empty colour removes it.
        ...(color !== undefined && { color: color === '' ? null : color }),
      });
    }
    const profile = await readTenantProfile(tenant.db, name);
    console.log(`${name}: title "${profile.title}", color ${profile.color ?? 'not set'}.`);
  } else if (command === 'list') {
    console.table([...(await tenants.hosts())].map(([host, tenant]) => ({ tenant, host })));
  } else {
    throw new UsageError(USAGE);
  }
});
