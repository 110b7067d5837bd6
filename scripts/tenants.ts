import { runCommand, UsageError } from './command.ts';

const USAGE = `npm run tenants -- add <name> --host <host> [--host <host>]
npm run tenants -- list`;

await runCommand(['host'], async ({ positionals: [command, name], all }, tenants) => {
  if (command === 'add' && name && all('host').length > 0) {
    await tenants.add(name, all('host'));
    console.log(`${name} is now reachable at ${all('host').join(', ')}.`);
  } else if (command === 'list') {
    console.table([...(await tenants.hosts())].map(([host, tenant]) => ({ tenant, host })));
  } else {
    throw new UsageError(USAGE);
  }
});
