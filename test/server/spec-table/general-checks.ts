import { expect } from 'vitest';
import { resources } from '#contract/resources.ts';
import { aDraft } from '#test/builders.ts';
import { createService } from '#test/service.ts';
import type { BODIES, ERRORS, GENERAL, HEADERS, LIMITS, PARAMETERS, SHAPES, STATUSES } from './documented.ts';
import { type Check, type Checks, DRAFTS } from './fixtures.ts';

const JSON_API = 'application/vnd.api+json';
const DOCUMENTED = ['suggestions', 'rooms', DRAFTS, 'clients', 'master_keywords'] as const;

export const generalChecks: Checks<(typeof GENERAL)[number]> = {
  'each tenant has its own base address': async ({ addTenant, get, tokens }) => {
    const tenant = await addTenant('elsewhere');
    expect((await get('/users', { tenant })).links.first).toMatch(/^http:\/\/elsewhere\.test\//);
    expect((await get('/users', { tenant, token: tokens.admin })).status).toBe(401);
  },
  'all URLs start with /rapi/v1/': async ({ fetch, get, tokens }) => {
    expect((await get('/rooms')).links.first).toMatch(/^http:\/\/harbor\.test\/rapi\/v1\//);
    expect((await fetch('/rapi/rooms', { headers: { 'x-access-token': tokens.admin } })).status).toBe(404);
  },
  'requests and responses use application/vnd.api+json': async ({ get, write }) => {
    expect((await get('/rooms')).headers.get('content-type')).toBe(JSON_API);
    const data = { type: 'rooms', attributes: { name: 'Typed' } };
    expect((await write('POST', '/rooms', data)).headers.get('content-type')).toBe(JSON_API);
  },
  // The endpoint checks cover whether each operation works.
  'every resource supports find, search, create, update and delete': async () => {
    for (const type of DOCUMENTED) expect(resources[type].writes).toEqual(['create', 'update', 'delete']);
  },
  'rooms have visitors and staff, or staff alone': async ({ get, ids, userIds, write }) => {
    const people = await get(`/rooms/${ids.asked}/users`);
    expect(people.records.map(({ id }) => id)).toEqual([String(ids.visitor)]);
    const user_ids = [String(ids.visitor), String(userIds.agent)];
    const group = { type: 'rooms', attributes: { user_ids } };
    expect((await write('POST', '/rooms/create_or_find_group_room', group)).status).toBe(422);
  },
  'a draft is tied to a room': async ({ write }) => {
    const { status, errors } = await write('POST', `/${DRAFTS}`, {
      type: DRAFTS,
      attributes: { message_content: 'x' },
    });
    expect([status, errors[0]?.source?.pointer]).toEqual([422, '/data/relationships/room']);
  },
  'ids are strings': async ({ get, ids }) => {
    expect((await get(`/rooms/${ids.active}`)).record.id).toBe(String(ids.active));
  },
  'types are plural snake_case names': async ({ get }) => {
    for (const type of DOCUMENTED) expect((await get(`/${type}?page[size]=1`)).records[0]?.type).toBe(type);
  },
  'the response of a single record': async ({ get, ids }) => {
    const { status, headers, record } = await get(`/suggestions/${ids.suggestion}`);
    expect([status, headers.get('content-type')]).toEqual([200, JSON_API]);
    expect(Object.keys(record)).toEqual(expect.arrayContaining(['id', 'type', 'links', 'attributes', 'relationships']));
  },
  'the relationship room of a suggestion': async ({ get, ids }) => {
    const self = `http://harbor.test/rapi/v1/suggestions/${ids.suggestion}`;
    expect((await get(`/suggestions/${ids.suggestion}`)).record.relationships?.room).toEqual({
      links: { self: `${self}/relationships/room`, related: `${self}/room` },
      data: { type: 'rooms', id: String(ids.active) },
    });
  },
  'messages and users are named as resources': async ({ get }) => {
    for (const type of ['messages', 'users']) expect((await get(`/${type}`)).records[0]?.type).toBe(type);
  },
};

export const shapeChecks: Checks<(typeof SHAPES)[number]> = {
  '/{resource_name}': async ({ get }) => expect((await get('/rooms')).status).toBe(200),
  '/{resource_name}/{resource_id}': async ({ get, ids }) => {
    expect((await get(`/rooms/${ids.asked}`)).record.id).toBe(String(ids.asked));
  },
  '/{resource_name}/relationships/{resource_name}': async ({ get, ids }) => {
    const { document } = await get(`/suggestions/${ids.suggestion}/relationships/room`);
    expect(document).toMatchObject({ data: { type: 'rooms', id: String(ids.active) } });
  },
  '/{resource_name}/relationships/{child_resource_name}/{child_resource_id}': async ({ get, ids }) => {
    const { record } = await get(`/suggestions/${ids.suggestion}/relationships/room/${ids.active}`);
    expect([record.type, record.id]).toEqual(['rooms', String(ids.active)]);
  },
  '/rooms/{id}/relationships/messages': async ({ get, ids }) => {
    const { records } = await get(`/rooms/${ids.active}/relationships/messages`);
    expect(records).toEqual([{ type: 'messages', id: expect.any(String) }]);
  },
};

export const headerChecks: Checks<(typeof HEADERS)[number]> = {
  'X-Access-Token': async ({ get, tokens }) => {
    expect((await get('/rooms', { token: tokens.agent })).status).toBe(200);
    expect((await get('/rooms', { as: null })).status).toBe(401);
  },
  'Content-Type': async ({ send }) => {
    const body = { data: { type: 'rooms', attributes: { name: 'Typed' } } };
    const post = (type: string) => send('POST', '/rooms', { body, headers: { 'content-type': type } });
    expect([(await post(JSON_API)).status, (await post('text/plain')).status]).toEqual([201, 406]);
  },
  Accept: async ({ get }) => {
    const accept = async (type: string) => (await get('/rooms', { headers: { accept: type } })).status;
    expect([await accept(JSON_API), await accept('text/html')]).toEqual([200, 406]);
  },
};

const listed =
  (query: string, expected: string[]): Check =>
  async ({ get, ids }) => {
    const { records } = await get(`/master_keywords?filter[id]=${ids.keyword},${ids.otherKeyword}&${query}`);
    expect(records.map((record) => record.attributes?.key_name)).toEqual(expected);
  };

export const parameterChecks: Checks<(typeof PARAMETERS)[number]> = {
  'page[number]': listed('page[number]=2&page[size]=1', ['beta']),
  'page[size]': listed('page[size]=1', ['alpha']),
  sort: listed('sort=-key_name', ['beta', 'alpha']),
  'fields[resource]': async ({ get, ids }) => {
    const { record } = await get(`/rooms/${ids.active}?fields[rooms]=name,kind`);
    expect(record.attributes).toEqual({ name: 'Active', kind: 'support_room' });
  },
  include: async ({ get, ids }) => {
    const { included } = await get(`/suggestions/${ids.suggestion}?include=room`);
    expect(included.map(({ type, id }) => [type, id])).toEqual([['rooms', String(ids.active)]]);
  },
  'filter[name]': listed('', ['alpha', 'beta']),
};

export const bodyChecks: Checks<(typeof BODIES)[number]> = {
  'create (POST)': async ({ write }) => {
    const data = { type: 'master_keywords', attributes: { key_name: 'made' } };
    expect((await write('POST', '/master_keywords', data)).status).toBe(201);
  },
  'update (PUT)': async ({ ids, write }) => {
    const id = String(ids.keyword);
    const data = { type: 'master_keywords', id, attributes: { suggestions: 'text' } };
    expect((await write('PUT', `/master_keywords/${id}`, data)).record.attributes?.suggestions).toBe('text');
  },
  'delete (DELETE)': async ({ db, send }) => {
    const { id } = await aDraft(db);
    expect((await send('DELETE', `/${DRAFTS}/${id}`)).status).toBe(200);
  },
};

const answers =
  (status: number, method: string, path: string, body?: object, as?: null | 'agent'): Check =>
  async ({ send }) => {
    const sent = await send(method, path, { body, as: as === undefined ? 'admin' : as });
    expect(sent.status).toBe(status);
    if (status >= 400) expect(sent.errors[0]?.status).toBe(String(status));
  };

export const statusChecks: Checks<(typeof STATUSES)[number]> = {
  '200': answers(200, 'GET', '/rooms'),
  '201': answers(201, 'POST', '/rooms', { data: { type: 'rooms', attributes: { name: 'New' } } }),
  '400': answers(400, 'GET', '/rooms?sort=nonsense'),
  '401': answers(401, 'GET', '/rooms', undefined, null),
  '403': answers(403, 'DELETE', '/clients/1', undefined, 'agent'),
  '404': answers(404, 'GET', '/rooms/999999'),
  '405': answers(405, 'DELETE', '/rooms'),
  '406': async ({ get }) => expect((await get('/rooms', { headers: { accept: 'text/html' } })).status).toBe(406),
  '422': answers(422, 'POST', '/rooms', { data: { type: 'rooms', attributes: {} } }),
  '500': async () => {
    const service = await createService({ findIdentity: async () => Promise.reject(new Error('out of order')) });
    const { status, errors } = await service.send('GET', '/rooms');
    expect([status, errors[0]?.title]).toEqual([500, 'Internal Server Error']);
    await service.close();
  },
  '501': answers(501, 'DELETE', '/messages/1'),
};

const ofError =
  (look: (document: { errors: Record<string, unknown>[] }) => void): Check =>
  async ({ get }) => {
    const { document } = await get('/rooms?filter[nonsense]=1');
    // `send` has validated the document against the official schema.
    look(document as { errors: Record<string, unknown>[] });
  };

export const errorChecks: Checks<(typeof ERRORS)[number]> = {
  'the array is errors': ofError((document) => expect(Object.keys(document)).toEqual(['errors'])),
  status: ofError(({ errors }) => expect(errors[0]?.status).toBe('400')),
  code: ofError(({ errors }) => expect(errors[0]?.code).toBe('102')),
  title: ofError(({ errors }) => expect(errors[0]?.title).toBe('Filter not allowed')),
  detail: ofError(({ errors }) => expect(errors[0]?.detail).toMatch(/nonsense/)),
  'title Unauthorized': async ({ get }) => {
    const { status, errors } = await get('/rooms', { as: null });
    expect([status, errors[0]?.title]).toEqual([401, 'Unauthorized']);
  },
  'title Invalid IP Address': async () => {
    const service = await createService({ isAllowedAddress: () => false });
    const { errors } = await service.send('GET', '/rooms');
    expect(errors[0]?.title).toBe('Invalid IP Address. Did you set the VALID_IPS environment variable?');
    await service.close();
  },
};

export const limitChecks: Checks<(typeof LIMITS)[number]> = {
  'default page size': async ({ get }) => expect((await get('/rooms')).links.first).toMatch(/page%5Bsize%5D=25$/),
  'most records of a request': async ({ get }) => {
    const statusAt = async (size: number) => (await get(`/rooms?page[size]=${size}`)).status;
    expect([await statusAt(100), await statusAt(101)]).toEqual([200, 400]);
  },
  'default page number': async ({ get }) => {
    expect((await get('/users')).records).toEqual((await get('/users?page[number]=1')).records);
  },
  version: async ({ fetch, tokens }) => {
    const headers = { 'x-access-token': tokens.admin };
    expect((await fetch('/rapi/v1/rooms', { headers })).status).toBe(200);
    expect((await fetch('/rapi/v2/rooms', { headers })).status).toBe(404);
  },
};
