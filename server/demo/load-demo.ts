import type { Role } from '../access/caller.ts';
import type { Tenant, Tenants } from '../access/tenant.ts';
import { takeAdvisoryLock } from '../db/engine.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { fillTenant } from './fill-tenant.ts';
import { harbor } from './texts/harbor/harbor.ts';
import { lumen } from './texts/lumen/lumen.ts';

/** A demo staff member with a sign-in link. */
export interface DemoPerson {
  tenant: string;
  host: string;
  role: Role;
  user_id: string;
  name: string;
}

/**
 * Seeds the demo tenants; only their times differ between runs, as they end now. Idempotent: a tenant with users is
 * left unchanged. Returns the users to sign in as: one per role and tenant, plus a second reviewer.
 */
export async function loadDemo(tenants: Tenants): Promise<DemoPerson[]> {
  const nowUnix = Math.floor(Date.now() / 1000);
  const people: DemoPerson[] = [];
  for (const content of [harbor, lumen]) {
    const tenant = await tenants.add(content.name, content.hosts);
    await tenant.db.transaction().execute(async (db) => {
      await takeAdvisoryLock(db, `countersign demo ${content.name}`);
      const existing = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
      if (!existing) await fillTenant(db, content, nowUnix);
    });
    people.push(...(await findPeople(tenant, content)));
  }
  return people;
}

async function findPeople({ db }: Tenant, { name: tenant, host, people }: DemoTenant): Promise<DemoPerson[]> {
  const users = await db.selectFrom('users').select(['id', 'name']).where('kind', '=', 'staff').orderBy('id').execute();
  return people
    .filter(({ isDemo }) => isDemo)
    .flatMap(({ name, role }) => {
      const user = users.find((candidate) => candidate.name === name);
      return user ? [{ tenant, host, role, user_id: String(user.id), name }] : [];
    });
}
