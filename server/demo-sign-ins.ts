import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROLES } from './access/caller.ts';
import type { Tenants } from './access/tenant.ts';
import { findCaller, mintToken } from './access/tokens.ts';

const signIns = z.array(
  z.object({
    tenant: z.string(),
    host: z.string(),
    role: z.enum(ROLES),
    user_id: z.string(),
    name: z.string(),
    token: z.string(),
  }),
);

/** A person of the demo tenants with a token of theirs, as `demo-tokens.json` keeps it. */
export type DemoSignIn = z.output<typeof signIns>[number];

/**
 * Fills a place without tenants with those of the demo, mints a token for each of their people and keeps the tokens in
 * the data folder; afterwards reads them again. Empty for a place that holds an operator's own tenants.
 */
export async function prepareDemo(tenants: Tenants, dataDir: string): Promise<DemoSignIn[]> {
  const file = join(dataDir, 'demo-tokens.json');
  const known = existsSync(file) ? signIns.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  // The folder may have served another database before.
  if (await isGood(tenants, known)) return known;
  // Says, should this process be ended half-way, that the tenants are the demo's.
  const begun = join(dataDir, 'demo-begun');
  if ((await tenants.all()).length > 0 && !existsSync(begun)) return [];
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(begun, '');

  // The demo's texts are long, and no later start needs them.
  const { loadDemo } = await import('./demo/load-demo.ts');
  const made: DemoSignIn[] = [];
  for (const person of await loadDemo(tenants)) {
    const tenant = await tenants.byName(person.tenant);
    if (!tenant) throw new Error(`The demo has no tenant ${person.tenant}.`);
    const whose = { userId: Number(person.user_id), role: person.role, roomId: null, expiresAtUnix: null };
    made.push({ ...person, token: await mintToken(tenant.db, whose) });
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
  // Of two processes that start at once, the other may have done so.
  rmSync(begun, { force: true });
  return made;
}

/** Whether somebody can sign in. */
async function isGood(tenants: Tenants, people: readonly DemoSignIn[]) {
  for (const { tenant: name, token } of people) {
    const tenant = await tenants.byName(name);
    if (tenant && (await findCaller(tenant, token))) return true;
  }
  return false;
}
