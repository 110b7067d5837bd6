import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';

/** For each test of a file, an empty data folder; `open` opens it like a separate process, until the test is over. */
export function folderForEachTest() {
  let folder: string;
  const opened: Tenants[] = [];
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'countersign-tenants-')), 'data');
  });
  afterEach(async () => {
    for (const tenants of opened.splice(0)) await tenants.close();
    rmSync(join(folder, '..'), { recursive: true });
  });
  const open = async (place = folder) => {
    const tenants = await openTenants(place);
    opened.push(tenants);
    return tenants;
  };
  return { folder: () => folder, open };
}

export const addUser = async (tenants: Tenants, tenant: string, name: string) =>
  (await tenants.byName(tenant))?.db.insertInto('users').values({ name, name_folded: name, kind: 'staff' }).execute();

export async function userNames(tenants: Tenants, tenant: string) {
  const users = await (await tenants.byName(tenant))?.db.selectFrom('users').select('name').execute();
  return users?.map((user) => user.name);
}
