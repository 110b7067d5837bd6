import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { findIdentity } from '#server/access/tokens.ts';
import { NO_DEADLINE } from '#server/db/deadlines.ts';
import { readSnapshot } from '#server/db/transact.ts';
import { newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { commandsForFile } from '#test/operator-commands.ts';
import { PATIENT_MS } from '#test/patience.ts';

let shared: SharedPlace;
/** The tenants as the running service sees them, while the operator's commands run. */
let tenants: Tenants;
beforeAll(async () => {
  shared = newSharedPlace();
  tenants = await openTenants(shared.place, PATIENT_MS);
});
afterAll(async () => {
  await tenants.close();
  shared.remove();
});

const runTogether = commandsForFile();
async function run(command: string, ...args: string[]) {
  const { status, out, err } = await runTogether(shared.settings, command, ...args);
  expect([status, command === 'tokens' ? '' : err]).toEqual([0, '']);
  return out;
}

test('an operator creates a tenant, its first admin and benchmark rows, and revokes a token', async () => {
  await run('tenants', 'add', 'harbor', '--host', 'support.example.com');
  expect(await run('tenants', 'list')).toContain('support.example.com');
  const token = await run('tokens', 'mint', '--new-user', 'Mina', '--role', 'admin', '--days', '30');
  const harbor = await tenants.byHost('support.example.com');
  if (!harbor) throw new Error('There is no tenant harbor.');
  expect((await findIdentity(harbor, token))?.caller).toEqual({ userId: 1, role: 'admin', roomId: null });

  expect(await run('seed', '--tenant', 'harbor', '--rooms', '20', '--drafts', '100')).toMatch(
    /^harbor: added 20 rooms/,
  );
  const { count } = await harbor.db
    .selectFrom('support_draft_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(100);

  expect(await run('tokens', 'list')).toContain('1 Mina');
  await run('tokens', 'revoke', '1');
  expect(await findIdentity(harbor, token)).toBeUndefined();
});

test.each([
  ['a request', 5_000, { idle: '10s', statement: '5s' }],
  // Limited as well, so that its locks are released if its computer vanishes.
  ['a command', NO_DEADLINE, { idle: '10min', statement: '0' }],
])('the time limits of a transaction fit %s', async (_, deadlineMs, limits) => {
  const opened = await openTenants(shared.place, deadlineMs);
  const { db } = await opened.add('lumen', ['lumen.example.com']);
  const read = sql`select current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('statement_timeout') as statement`;
  // A backup reads such a snapshot, and writes to its file between the reads.
  const { rows } = await readSnapshot(db, (snapshot) => read.execute(snapshot));
  await opened.close();
  expect(rows).toEqual([limits]);
});
