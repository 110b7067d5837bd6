import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { aKeyword, aUser } from '#test/builders.ts';
import { newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { commandsForFile } from '#test/operator-commands.ts';
import { readRows } from './demo-rows.ts';

/** For each test of a file, a new database as the running service sees it, and the operator's commands for it. */
export function databaseForEachTest() {
  const runTogether = commandsForFile();
  const opened: Tenants[] = [];
  const open = async (place: string) => {
    const tenants = await openTenants(place, LONG_TIMEOUT_MS);
    opened.push(tenants);
    return tenants;
  };
  let shared: SharedPlace;
  let tenants: Tenants;
  beforeEach(async () => {
    shared = newSharedPlace();
    tenants = await open(shared.place);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    shared.remove();
  });

  /** Runs a command on the test's database, or on a folder. */
  const run = (command: string, args: readonly string[], dataDir?: string) =>
    runTogether(dataDir === undefined ? settings() : { DATA_DIR: dataDir }, command, ...args);
  const settings = () => ({ DATA_DIR: shared.dataDir, ...shared.settings });
  const folder = (name: string) => join(shared.dataDir, '..', name);
  const file = () => folder('harbor.backup');
  return {
    /** Opens a database as another process would; it is closed after the test. */
    open,
    run,
    settings,
    /** A place for a file or another data folder, removed after the test. */
    folder,
    file,
    shared: () => shared,
    tenants: () => tenants,
    backUp: (dataDir?: string) => run('backup', ['--tenant', 'harbor', '--to', file()], dataDir),
    restore: (...args: string[]) => run('restore', ['--tenant', 'harbor', '--from', file(), ...args]),
  };
}

/** Every row of a tenant, tokens included, and the next ids of keywords and users. */
export async function everything(of: Tenants, name = 'harbor') {
  const tenant = await of.byName(name);
  if (!tenant) throw new Error(`There is no tenant ${name}.`);
  const tokens = (await tenant.db.selectFrom('tokens').selectAll().orderBy('id').execute()).map(
    // Changes whenever the test itself uses a token.
    ({ last_used_at_unix: _, ...token }) => token,
  );
  const events = await tenant.db.selectFrom('events').selectAll().orderBy('id').execute();
  const profile = await tenant.db.selectFrom('tenant_profile').selectAll().execute();
  const waits = await tenant.db.selectFrom('waits').selectAll().orderBy('id').execute();
  const recording = await tenant.db.selectFrom('wait_recording').selectAll().execute();
  const nextIds = await tenant.db
    .transaction()
    .execute(async (db) => {
      const keyword = await aKeyword(db);
      const user = await aUser(db);
      throw Object.assign(new Error('rolled back'), { ids: [keyword.id, user.id] });
    })
    .catch((error) => error.ids);
  return { ...(await readRows({ tenants: of, people: [] }, name)), tokens, events, profile, waits, recording, nextIds };
}
