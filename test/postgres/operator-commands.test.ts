import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTenants, type StoredTenants } from '#server/access/tenants.ts';
import { findIdentity } from '#server/access/tokens.ts';
import { newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { PATIENT_MS } from '#test/patience.ts';

let shared: SharedPlace;
/** The running service's view of the tenants, beside the operator's commands. */
let tenants: StoredTenants;
beforeAll(async () => {
  shared = newSharedPlace();
  tenants = await openTenants(shared.place, PATIENT_MS);
});
afterAll(async () => {
  await tenants.close();
  shared.remove();
});

function run(command: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...shared.settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, ...args], {
    env,
    encoding: 'utf8',
  });
  expect([status, command === 'tokens' ? '' : stderr]).toEqual([0, '']);
  return stdout.trim();
}

test('an operator creates a tenant, its first admin and benchmark rows, and revokes a token', async () => {
  run('tenants', 'add', 'harbor', '--host', 'support.example.com');
  expect(run('tenants', 'list')).toContain('support.example.com');
  const token = run('tokens', 'mint', '--new-user', 'Mina', '--role', 'admin', '--days', '30');
  const harbor = await tenants.byHost('support.example.com');
  if (!harbor) throw new Error('There is no tenant harbor.');
  expect((await findIdentity(harbor, token))?.caller).toEqual({ userId: 1, role: 'admin', roomId: null });

  expect(run('seed', '--tenant', 'harbor', '--rooms', '20', '--drafts', '100')).toMatch(/^harbor: added 20 rooms/);
  const { count } = await harbor.db
    .selectFrom('support_draft_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(100);

  expect(run('tokens', 'list')).toContain('1 Mina');
  run('tokens', 'revoke', '1');
  expect(await findIdentity(harbor, token)).toBeUndefined();
});
