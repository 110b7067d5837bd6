import { demoLinks, linkHost } from '#server/demo/demo-links.ts';
import { prepareDemo } from '#server/demo/demo-sign-ins.ts';
import { readEnv } from '#server/settings/env.ts';
import { runCommand, UsageError } from './command.ts';

await runCommand([], async (_, tenants) => {
  const { host, port, dataDir } = readEnv(process.env);
  const people = (await tenants.all()).length > 0 ? await prepareDemo(tenants, dataDir, console.error) : [];
  const lines = await demoLinks(tenants, people, { ownHost: linkHost(host), port });
  if (lines.length === 0)
    throw new UsageError('There is no demo data here. Create a sign-in link with: npm run tokens -- link');
  console.log(lines.join('\n'));
});
