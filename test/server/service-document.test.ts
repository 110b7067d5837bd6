import { describe, expect, test } from 'vitest';
import { resources } from '#contract/resources.ts';
import { ROLES } from '#server/access/caller.ts';
import { changeTenantProfile } from '#server/access/tenant-profile.ts';
import { serviceForFile } from '#test/service.ts';
import packageJson from '../../package.json' with { type: 'json' };

const service = await serviceForFile();
const lumen = await service.addTenant('lumen');
const links = (origin: string) =>
  Object.fromEntries(Object.keys(resources).map((type) => [type, `${origin}/rapi/v1/${type}`]));

test.each(ROLES)('describes tenant, caller and extensions to a %s', async (as) => {
  const { status, document, headers } = await service.send('GET', '', { as });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/vnd.api+json']);
  expect(document).toEqual({
    jsonapi: { version: '1.0' },
    links: links('http://harbor.test'),
    meta: {
      service: 'countersign',
      version: packageJson.version,
      tenant: { name: 'harbor', title: 'Harbor', color: null },
      caller: { id: String(service.userIds[as]), name: as === 'guest' ? 'Gale Guest' : `Sam ${as}`, role: as },
      extensions: {
        reopen: { hours: 24 },
        current_user: { filter: 'current_user' },
        expected_user: { header: 'X-Expected-User' },
        export_events: { header: 'X-Purpose', value: 'export' },
        room_summaries: { parameter: 'roomMeta', value: 'summary' },
        waiting_order: { sort: 'awaiting_since_unix' },
        room_mark_read: { action: 'mark_read' },
        waiting_history: { minutes: 720, hours: 672 },
      },
    },
  });
});

test('is the same with a trailing slash, and has no body for HEAD', async () => {
  const { document } = await service.send('GET', '');
  expect((await service.send('GET', '/')).document).toEqual(document);
  for (const path of ['', '/'])
    expect(await service.send('HEAD', path)).toMatchObject({ status: 200, document: undefined });
});

test.each(['', '/'])('with the path "%s", other methods are refused', async (path) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await service.send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

describe('without a valid token', () => {
  test.each([undefined, `cs_${'x'.repeat(43)}`])('%s, it reveals nothing', async (token) => {
    const { status, errors, document } = await service.send('GET', '', { as: null, token });
    expect([status, errors[0]?.title]).toEqual([401, 'Unauthorized']);
    expect(JSON.stringify(document)).not.toMatch(/countersign|harbor|version/i);
  });
});

test('each tenant has its own profile, which the operator can change', async () => {
  const tenantOf = async () => (await service.send('GET', '', { tenant: lumen })).meta.tenant;
  expect(await tenantOf()).toEqual({ name: 'lumen', title: 'Lumen', color: null });
  await changeTenantProfile(lumen, { title: 'Lumen <Énergie>' });
  await changeTenantProfile(lumen, { color: '#B45309' });
  expect(await tenantOf()).toEqual({ name: 'lumen', title: 'Lumen <Énergie>', color: '#b45309' });
  expect((await service.send('GET', '')).meta.tenant).toMatchObject({ title: 'Harbor' });
  const events = await lumen.db
    .selectFrom('events')
    .select(['role', 'action', 'fields_after'])
    .where('record_type', '=', 'tenant_profile')
    .orderBy('id')
    .execute();
  expect(events.map(({ role, action, fields_after }) => [role, action, JSON.parse(fields_after ?? '')])).toEqual([
    ['operator', 'update', { title: 'Lumen <Énergie>' }],
    ['operator', 'update', { color: '#b45309' }],
  ]);
});

test.each([{ title: ' ' }, { title: 'x'.repeat(256) }, { color: 'red' }, { color: '#fff' }, { color: '' }])(
  'the profile %j is refused',
  async (profile) => {
    await expect(changeTenantProfile(service, profile)).rejects.toThrow(/title|color/);
  },
);

test('is answered with 304 until it changes', async () => {
  const headers = { 'if-none-match': (await service.send('GET', '')).headers.get('etag') ?? '' };
  expect((await service.send('GET', '', { headers })).status).toBe(304);
  await changeTenantProfile(service, { title: 'The Harbour Desk' });
  const changed = await service.send('GET', '', { headers });
  expect([changed.status, changed.meta.tenant]).toEqual([200, expect.objectContaining({ title: 'The Harbour Desk' })]);
});
