import type { Kysely } from 'kysely';
import type { RegistryTables } from '../db/registry-tables.ts';

type Db = Kysely<RegistryTables>;

/** Returns tenant names in alphabetical order. */
export async function readNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('tenants').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Returns a map from host to tenant name. */
export async function readHosts(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('hosts').select(['host', 'tenant']).orderBy('host').execute();
  return new Map(rows.map(({ host, tenant }) => [host, tenant]));
}

/** Throws if a host belongs to another tenant. */
export async function checkHosts(db: Db, name: string, hosts: readonly string[]): Promise<void> {
  const owners = await readHosts(db);
  for (const host of hosts) {
    const owner = owners.get(host) ?? name;
    if (owner !== name) throw new Error(`The host ${host} belongs to the tenant ${owner}.`);
  }
}

/** Creates the tenant if it is new and assigns the hosts to it. Throws if a host belongs to another tenant. */
export async function register(db: Db, name: string, hosts: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('tenants')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const host of hosts) {
      await transaction
        .insertInto('hosts')
        .values({ host, tenant: name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await checkHosts(transaction, name, hosts);
  });
}
