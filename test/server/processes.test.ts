import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { revokeToken } from '#server/access/tokens.ts';
import { sendTo, statusAt } from '#test/api-client.ts';
import { aDraft, aToken, aUser } from '#test/builders.ts';
import { newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { openDemo, readRows } from './demo-rows.ts';

const ROUNDS = 100;
let shared: SharedPlace;
let services: ServiceProcess[];
/** The tenants as opened by an operator's command while both services run. */
let tenants: Tenants;

beforeAll(async () => {
  shared = newSharedPlace();
  const settings = { ...shared.settings, DEMO: '1' };
  services = await Promise.all([startService(shared.dataDir, settings), startService(shared.dataDir, settings)]);
  tenants = await openTenants(shared.place, LONG_TIMEOUT_MS);
});
afterAll(async () => {
  await tenants?.close();
  await Promise.all((services ?? []).map((service) => service.end('SIGKILL')));
  shared.remove();
});

async function harbor() {
  const tenant = await tenants.byName('harbor');
  if (!tenant) throw new Error('There is no tenant harbor.');
  return tenant;
}

/** Creates a staff member with a token. */
async function newStaff(role: 'reviewer' | 'admin' = 'reviewer') {
  const { db } = await harbor();
  const { id } = await aUser(db);
  return { id, token: await aToken(db, id, role) };
}

/** Sends a request to the first or the second service. */
async function call(which: number, token: string, method: string, path: string, attributes?: object) {
  const service = services[which % 2];
  if (!service) throw new Error('There are two services.');
  const data = attributes && { type: path.split('/')[0], attributes };
  const response = await sendTo(service, token, method, `/${path}`, data);
  return { status: response.status, document: await response.json() };
}

test('services that start together on an empty database share one demo', async () => {
  const alone = await openDemo();
  for (const name of ['harbor', 'lumen']) {
    const [ours, expected] = [await readRows({ tenants, people: [] }, name), await readRows(alone, name)];
    expect(ours.rooms.map((room) => room.room_code)).toEqual(expected.rooms.map((room) => room.room_code));
    expect(ours.messages.length).toBe(expected.messages.length);
    expect(ours.users.map((user) => user.name)).toEqual(expected.users.map((user) => user.name));
  }
  await alone.tenants.close();
  for (const { token } of services[0]?.people().filter(({ tenant }) => tenant === 'harbor') ?? []) {
    expect((await call(0, token, 'GET', 'users')).status).toBe(200);
    expect((await call(1, token, 'GET', 'users')).status).toBe(200);
  }
});

test(`one of two decisions through two services wins, in ${ROUNDS} rounds`, async () => {
  const { db } = await harbor();
  const [one, other] = [await newStaff(), await newStaff()];
  const winners: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const draft = await aDraft(db);
    const path = `support_draft_messages/${draft.id}`;
    const answers = await Promise.all([
      call(round, one.token, 'PUT', `${path}/approve`),
      call(round + 1, other.token, 'PUT', `${path}/reject`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const verdict = answers.find(({ status }) => status === 200)?.document.data.attributes.status;
    const refused = answers.find(({ status }) => status === 422)?.document.errors[0];
    expect([refused.code, refused.meta.current.attributes.status]).toEqual(['already_resolved', verdict]);
    const sent = await db.selectFrom('messages').select('id').where('room_id', '=', draft.room_id).execute();
    expect(sent.length).toBe(verdict === 'approved' ? 1 : 0);
    winners.push(verdict);
  }
  // Different winners show that the requests really raced.
  expect(new Set(winners).size).toBe(2);
});

test.each(['direct', 'group'])(
  'two users who request the same %s room through two services get one room',
  async (kind) => {
    const [me, you] = [await newStaff(), await newStaff()];
    for (let round = 0; round < 20; round += 1) {
      const { id } = await aUser((await harbor()).db);
      const find = (which: number, token: string, others: number[]) =>
        call(which, token, 'POST', `rooms/create_or_find_${kind}_room`, { user_ids: others.map(String) });
      const answers = await Promise.all(
        kind === 'direct'
          ? [0, 1, 0, 1].map((which) => find(which, me.token, [id]))
          : [0, 1, 0, 1].map((which) =>
              which ? find(which, me.token, [you.id, id]) : find(which, you.token, [me.id, id]),
            ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map(({ document }) => document.data.id)).size).toBe(1);
    }
  },
);

test('a revoked token is refused by both services from the next request on', async () => {
  const { db } = await harbor();
  for (let round = 0; round < 10; round += 1) {
    const { id, token } = await newStaff();
    for (const which of [0, 1]) expect((await call(which, token, 'GET', 'users')).status).toBe(200);
    const row = await db.selectFrom('tokens').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
    await revokeToken(db, row.id);
    for (const which of [0, 1]) expect((await call(which, token, 'GET', 'users')).status).toBe(401);
  }
});

test('a write through one service invalidates the ETags of the other', async () => {
  const { token } = await newStaff('admin');
  const list = (which: number, tag = '') =>
    fetch(`${services[which]?.origin}/rapi/v1/master_keywords?page[size]=1`, {
      headers: { 'x-access-token': token, 'if-none-match': tag },
    });
  for (let round = 0; round < 20; round += 1) {
    const before = await list(1);
    const tag = before.headers.get('etag') ?? '';
    await before.arrayBuffer();
    expect((await list(1, tag)).status).toBe(304);
    expect((await call(0, token, 'POST', 'master_keywords', { key_name: `round ${round}` })).status).toBe(201);
    expect((await list(1, tag)).status).toBe(200);
  }
});

test('a tenant added at runtime is found by both services', async () => {
  const { db } = await tenants.add('third', ['localhost.third']);
  const token = await aToken(db, (await aUser(db)).id);
  await tenants.add('fourth', []);
  for (const service of services) {
    expect(await statusAt(service, 'localhost.third', '/rapi/v1/users', { 'x-access-token': token })).toBe(200);
  }
});

test('each service shuts down cleanly while the other runs', async () => {
  expect(await services[0]?.end('SIGTERM')).toBe(0);
  const { token } = await newStaff();
  expect((await call(1, token, 'GET', 'users')).status).toBe(200);
  expect(await services[1]?.end('SIGTERM')).toBe(0);
});
