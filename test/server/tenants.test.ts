import { describe, expect, test } from 'vitest';
import type { Filter } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import type { AppOptions } from '#server/app.ts';
import { aClient, aDraft, aKeyword, aMessage, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { serviceForFile, serviceForTest, type TestTenant } from '#test/service.ts';
import { type Endpoint, everyEndpoint } from './endpoints.ts';

/** One record per type, with an id unique across all tenants. */
type Ids = Record<Endpoint['type'], number>;
const MISSING = 987_654;

/** A text that only this tenant contains. */
const mark = ({ name }: TestTenant) => `a secret of ${name}`;

async function fill(tenant: TestTenant, id: number): Promise<Ids> {
  const { db } = tenant;
  const text = mark(tenant);
  const users = (await aUser(db, { id, name: text })).id;
  const rooms = (await aRoom(db, { id, name: text }, [users])).id;
  const words = JSON.stringify([{ kind: 'text', content: text, settings: {} }]);
  return {
    users,
    rooms,
    messages: (await aMessage(db, { id, room_id: rooms, user_id: users, content: text })).id,
    support_draft_messages: (await aDraft(db, { id, room_id: rooms, created_user_id: users, message_content: text }))
      .id,
    suggestions: (await aSuggestion(db, { id, room_id: rooms, suggestion_messages_data: words })).id,
    clients: (await aClient(db, { id, title: text })).id,
    master_keywords: (await aKeyword(db, { id, key_name: text })).id,
  };
}

const service = await serviceForFile();
const other = await service.addTenant('lumen');
const own = await fill(service, 1_000);
const foreign = await fill(other, 2_000);

test('a host resolves to its tenant regardless of case, port and trailing dot', async () => {
  const ask = (host: string, token: string) =>
    service.app.inject({ url: '/rapi/v1/rooms', headers: { host, 'x-access-token': token } });
  for (const host of ['lumen.test', 'LUMEN.test', 'lumen.test:80', 'lumen.test.']) {
    expect((await ask(host, other.tokens.admin)).statusCode).toBe(200);
    expect((await ask(host, service.tokens.admin)).statusCode).toBe(401);
  }
});

test('the links of each tenant start with its own address', async () => {
  expect((await service.send('GET', '/users', { tenant: other })).links.first).toMatch(/^http:\/\/lumen\.test\//);
});

test.each(['unknown.test', 'lumen.test.evil', 'evil', '127.0.0.1'])('the host %s answers 404', async (host) => {
  const answer = await service.app.inject({
    url: '/rapi/v1/rooms',
    headers: { host, 'x-forwarded-host': 'lumen.test', 'x-access-token': other.tokens.admin },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/vnd.api+json');
});

test.each(['lumen.test@evil', 'lumen.test:80:80', 'lumen.test/x', 'lumen.test:http', 'a b', '[::1'])(
  'the malformed host %s answers 400',
  async (host) => {
    const answer = await service.app.inject({ url: '/rapi/v1/rooms', headers: { host } });
    expect(answer.statusCode).toBe(400);
  },
);

test.each<[string, AppOptions['trustProxy']]>([
  ['no proxy', false],
  ['every proxy', () => true],
])('a forwarded host is ignored when %s is trusted', async (_, trustProxy) => {
  const behind = await serviceForTest({ trustProxy });
  const lumen = await behind.addTenant('lumen');
  for (const [name, value] of [
    ['x-forwarded-host', 'lumen.test'],
    ['forwarded', 'host=lumen.test'],
  ] as const) {
    const headers = { [name]: value };
    expect((await behind.send('GET', '/rooms', { headers })).status).toBe(200);
    expect((await behind.send('GET', '/rooms', { headers, token: lumen.tokens.admin })).status).toBe(401);
  }
});

describe.each([
  ['harbor', () => ({ tenant: service, neighbour: other, ours: own, theirs: foreign })],
  ['lumen', () => ({ tenant: other, neighbour: service, ours: foreign, theirs: own })],
])('seen from %s', (_, sides) => {
  /** Status and body of the response, with the id masked. */
  async function ask({ type, method, path }: Endpoint, id: number, tenant: TestTenant) {
    const body = method === 'GET' ? undefined : { data: { type, id: String(id), attributes: {} } };
    const sent = await service.send(method, path.replace('ID', String(id)), { tenant, body });
    return [sent.status, JSON.stringify(sent.document).replaceAll(String(id), 'ID')];
  }

  test.each(everyEndpoint('ID').filter(({ isOfRecord }) => isOfRecord))(
    'a foreign id looks like a missing one to $method $path',
    async (endpoint) => {
      const { tenant, ours, theirs } = sides();
      const missing = await ask(endpoint, MISSING, tenant);
      expect(await ask(endpoint, theirs[endpoint.type], tenant)).toEqual(missing);
      expect(missing[0]).toBeGreaterThanOrEqual(400);
      const isOfTwo = endpoint.path.endsWith('/1');
      if (endpoint.operation === 'read' && !isOfTwo)
        expect((await ask(endpoint, ours[endpoint.type], tenant))[0]).toBe(200);
    },
  );

  test.each(Object.values(resources))(
    'a list of $type contains nothing of the other tenant, with any filter',
    async (resource) => {
      const { tenant, neighbour, theirs } = sides();
      const { type, filters } = resource;
      const include = Object.keys({ ...resource.one, ...resource.many }).join(',');
      const list = (query: string) =>
        service.send('GET', `/${type}?page[size]=100&include=${include}${query}`, { tenant });
      const all = await list('');
      expect(JSON.stringify(all.document)).toContain(mark(tenant));
      expect(JSON.stringify(all.document)).not.toContain(mark(neighbour));
      expect(all.meta.record_count).toBe(all.records.length);
      for (const [name, filter] of Object.entries<Filter>(filters)) {
        if (filter.kind === 'contains') expect((await list(`&filter[${name}]=${mark(neighbour)}`)).records).toEqual([]);
        if (filter.kind !== 'id') continue;
        const answers = [theirs[filter.of ?? type], MISSING].map((id) => list(`&filter[${name}]=${id}`));
        const [foreignAnswer, missingAnswer] = await Promise.all(answers);
        expect(foreignAnswer?.records).toEqual(missingAnswer?.records);
        expect(foreignAnswer?.meta).toEqual(missingAnswer?.meta);
        if (!name.startsWith('sort_')) expect(foreignAnswer?.records).toEqual([]);
      }
    },
  );

  test.each<[string, string, (ids: Ids) => object]>([
    ['POST', '/messages', ({ rooms }) => of('messages', { content: 'x', room_id: String(rooms) })],
    [
      'POST',
      '/support_draft_messages',
      ({ rooms }) => linked('support_draft_messages', { message_content: 'x' }, rooms),
    ],
    [
      'POST',
      '/suggestions',
      ({ rooms }) => linked('suggestions', { suggestion_messages_data: [{ content: 'x' }] }, rooms),
    ],
    ['POST', '/rooms/create_or_find_direct_room', ({ users }) => of('rooms', { user_id: String(users) })],
    ['POST', '/rooms/create_or_find_group_room', ({ users }) => of('rooms', { user_ids: [String(users)] })],
    ['POST', '/rooms/1/relationships/users', ({ users }) => ({ data: [{ type: 'users', id: String(users) }] })],
    ['DELETE', '/rooms/1/relationships/users', ({ users }) => ({ data: [{ type: 'users', id: String(users) }] })],
    [
      'PUT',
      '/rooms/1/approve_support_draft_messages',
      ({ support_draft_messages: id }) => of('rooms', { ids: [String(id)] }),
    ],
  ])('a foreign id in a body looks like a missing one: %s %s', async (method, path, body) => {
    const { tenant, theirs } = sides();
    const ids = (ids: Ids) => [...new Set(Object.values(ids))];
    const missing = Object.fromEntries(Object.keys(theirs).map((type) => [type, MISSING])) as Ids;
    const answer = async (named: Ids) => {
      const { status, document } = await service.send(method, path, { tenant, body: body(named) });
      return [status, ids(named).reduce((text, id) => text.replaceAll(String(id), 'ID'), JSON.stringify(document))];
    };
    expect(await answer(theirs)).toEqual(await answer(missing));
  });

  test('counts include nothing foreign', async () => {
    const { tenant, neighbour } = sides();
    const count = async (filter: string) =>
      (await service.send('GET', `/rooms/room_counts${filter}`, { tenant })).meta.room_counts;
    expect(await count(`?filter[name_like]=${mark(neighbour)}`)).toMatchObject({ all: 0 });
    expect(await count(`?filter[name_like]=${mark(tenant)}`)).toMatchObject({ all: 1 });
  });
});

const of = (type: string, attributes: object) => ({ data: { type, attributes } });
const linked = (type: string, attributes: object, room: number) => ({
  data: { type, attributes, relationships: { room: { data: { type: 'rooms', id: String(room) } } } },
});
