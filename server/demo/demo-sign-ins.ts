import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROLES } from '../access/caller.ts';
import type { Tenants } from '../access/tenant.ts';
import { findIdentity, mintToken } from '../access/tokens.ts';
import { transact } from '../db/transact.ts';

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

/** A demo user with an access token, as stored in `demo-tokens.json`. */
export type DemoSignIn = z.output<typeof signIns>[number];

/**
 * Seeds an empty store with the demo tenants and saves a token for each of their users in the data folder, which later
 * calls return. Returns an empty list if the store has tenants of its own. `warn` is told of a file that is ignored.
 */
export async function prepareDemo(
  tenants: Tenants,
  dataDir: string,
  warn: (warning: string) => void,
): Promise<DemoSignIn[]> {
  const file = join(dataDir, 'demo-tokens.json');
  const known = readSignIns(file, warn);
  // The data folder may have been used with another database before.
  if (await hasValidToken(tenants, known)) return known;
  // Marks the tenants as the demo's, in case this process is killed half-way.
  const begun = join(dataDir, 'demo-begun');
  if ((await tenants.names()).length > 0 && !existsSync(begun)) return [];
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(begun, '');

  // The demo texts are large, and later starts do not need them.
  const { loadDemo } = await import('./load-demo.ts');
  const made: DemoSignIn[] = [];
  for (const person of await loadDemo(tenants)) {
    const tenant = await tenants.byName(person.tenant);
    if (!tenant) throw new Error(`The demo has no tenant ${person.tenant}.`);
    const whose = { userId: Number(person.user_id), role: person.role, roomId: null, expiresAtUnix: null };
    made.push({ ...person, token: await transact(tenant.db, (db) => mintToken(db, whose)) });
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
  // Another process that starts at the same time may already have removed it.
  rmSync(begun, { force: true });
  return made;
}

function readSignIns(file: string, warn: (warning: string) => void): DemoSignIn[] {
  if (!existsSync(file)) return [];
  try {
    return signIns.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // The message may quote a token.
    const reason = error instanceof Error && 'code' in error ? error.code : 'damaged';
    warn(`${file} is ignored: it cannot be read (${reason}).`);
    return [];
  }
}

/** True if any saved token is valid. */
async function hasValidToken(tenants: Tenants, people: readonly DemoSignIn[]) {
  for (const { tenant: name, token } of people) {
    const tenant = await tenants.byName(name);
    if (tenant && (await findIdentity(tenant, token))) return true;
  }
  return false;
}
