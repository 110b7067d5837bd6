import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '#contract/attribute.ts';
import { resources } from '#contract/resources.ts';
import { openapiDocument } from '#server/openapi/openapi-document.ts';
import { aDraft, aMember, aMessage } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

interface Described {
  parameters?: { name?: string; description?: string }[];
  description: string;
}
interface Described31 extends Json {
  paths: Record<string, Record<string, Described>>;
  components: Json;
}

// The generator's type covers the document only; these tests inspect its parts.
const document = openapiDocument() as Described31;
/** Health probes are for operators, and not part of the API. */
const isProbe = (path: string) => path === '/healthz' || path === '/readyz';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.entries(document.paths)
  .filter(([path]) => !isProbe(path))
  .flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => [method, path] as const));

/** The endpoints that the documentation of the API names. */
const DOCUMENTED = [
  ...['clients', 'master_keywords', 'rooms', 'suggestions', 'support_draft_messages'].flatMap((type) => [
    ...[`GET /${type}`, `POST /${type}`],
    ...[`GET /${type}/{id}`, `PUT /${type}/{id}`, `DELETE /${type}/{id}`],
  ]),
  'POST /clients/{id}/login',
  'GET /rooms/room_counts',
  'GET /rooms/{id}/history',
  'POST /rooms/create_or_find_group_room',
  'POST /rooms/create_or_find_direct_room',
  'PUT /rooms/{id}/approve_support_draft_messages',
  'PUT /rooms/{id}/reject_support_draft_messages',
  'PUT /support_draft_messages/mark_read_all_resolved',
  'PUT /support_draft_messages/{id}/approve',
  'PUT /support_draft_messages/{id}/reject',
  'PUT /support_draft_messages/{id}/mark_read',
];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const checkOf = (schema: string) =>
  ajv.compile({ $ref: `#/components/schemas/${schema}`, components: document.components });

const service = await serviceForFile();
beforeAll(async () => {
  const { db, guestRoomId, userIds } = service;
  await aMember(db, guestRoomId, userIds.agent);
  await aMessage(db, { room_id: guestRoomId, user_id: userIds.agent });
  await aDraft(db, { room_id: guestRoomId, created_user_id: userIds.agent });
});

test('is valid by the official OpenAPI 3.1 schema', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('is served without a token', async () => {
  const answer = await service.fetch('/openapi.json');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('has every documented endpoint', () => {
  const described = operations.map(([method, path]) => `${method.toUpperCase()} ${path}`);
  expect(described).toEqual(expect.arrayContaining(DOCUMENTED));
});

describe.each(Object.keys(document.paths).filter((path) => !isProbe(path)))('%s', (path) => {
  test('is described with the methods it supports', async () => {
    const { status, headers } = await service.send('OPTIONS', path.replaceAll(/\{\w+\}/g, '1'));
    const offered = headers.get('allow')?.split(', ') ?? [];
    const described = operations.filter(([, of]) => of === path).map(([method]) => method.toUpperCase());
    expect([status, offered]).toEqual([405, expect.arrayContaining(described)]);
    for (const method of offered) {
      if (method === 'HEAD' || described.includes(method)) continue;
      // Undescribed operations are forbidden or not implemented.
      expect([403, 501]).toContain((await service.send(method, path.replaceAll(/\{\w+\}/g, '1'))).status);
    }
  });
});

test('verdicts on a room name at most 100 drafts, and say how many remain', () => {
  const put = document.paths['/rooms/{id}/approve_support_draft_messages']?.put;
  const body = { data: { properties: { attributes: { properties: { ids: { maxItems: 100 } } } } } };
  const meta = { properties: { remaining_count: { type: 'integer' }, refused: { type: 'array' } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/support_draft_messages_list' }, { properties: { meta } }] };
  expect(put).toMatchObject({
    requestBody: { content: { 'application/vnd.api+json': { schema: { properties: body } } } },
    responses: { '200': { content: { 'application/vnd.api+json': { schema } } } },
  });
});

test.each([
  ['/rooms/{id}/mark_read', ['version', 'last_message_id']],
  ['/rooms/{id}/approve_support_draft_messages', ['version', 'last_message_id', 'force']],
  ['/support_draft_messages/{id}/approve', ['version', 'last_message_id', 'force']],
  ['/support_draft_messages/{id}/reject', ['version']],
  ['/support_draft_messages/{id}/mark_read', ['version']],
])('%s names the meta it takes: %j', (path, names) => {
  const at = ['requestBody', 'content', 'application/vnd.api+json', 'schema', 'properties', 'meta', 'properties'];
  const described = Object.fromEntries(names.map((name) => [name, expect.any(Object)]));
  expect(document.paths[path]?.put).toHaveProperty(at, described);
});

test('names every code that is a word', () => {
  const words =
    '`answer_too_large`, `already_resolved`, `outcome_unknown`, `other_user`, `room_moved_on` or `stale_version`';
  expect(JSON.stringify(document.components)).toContain(words);
});

test.each(Object.values(resources))('describes every filter of $type', ({ type, filters }) => {
  const parameters = document.paths[`/${type}`]?.get?.parameters ?? [];
  const described = parameters.filter(({ name }) => name?.startsWith('filter['));
  expect(described.map(({ name }) => name)).toEqual(Object.keys(filters).map((name) => `filter[${name}]`));
  for (const { description } of described) expect(description).toMatch(/^[A-Z][^.]*[.:].*\.$/);
});

test('states the permitted roles', () => {
  expect(document.paths['/support_draft_messages/{id}/approve']?.put?.description).toBe(
    'Allowed roles: reviewer, supervisor, admin.',
  );
});

describe('responses match their schema', () => {
  test.each<[string, string]>([
    ['/rooms?include=users,messages', 'rooms_list'],
    ['/rooms?roomMeta=summary', 'rooms_list'],
    ['/support_draft_messages?include=room', 'support_draft_messages_list'],
    ['/support_draft_messages/1', 'support_draft_messages_document'],
    ['/support_draft_messages/1/resolved_user', 'users_document'],
    ['/rooms/1/history', 'messages_list'],
    ['/users', 'users_list'],
    ['', 'service_document'],
    ['/', 'service_document'],
    ['/rooms?sort=nonsense', 'errors'],
    ['/rooms/0', 'errors'],
  ])('%s is %s', async (path, schema) => {
    const check = checkOf(schema);
    check((await service.send('GET', path)).document);
    expect(check.errors).toBeNull();
  });
});

test('the history of waiting matches its schema', async () => {
  const get = document.paths['/rooms/waiting_history']?.get;
  expect(get).toMatchObject({ description: 'Allowed roles: agent, reviewer, supervisor, admin.' });
  const { responses } = get as unknown as Record<string, Record<string, { content: Record<string, { schema: Json }> }>>;
  const check = ajv.compile(responses?.['200']?.content['application/vnd.api+json']?.schema ?? {});
  check((await service.send('GET', '/rooms/waiting_history')).document);
  expect(check.errors).toBeNull();
});

describe('request bodies match their schema', () => {
  const room = (attributes: object) => ({ data: { type: 'rooms', attributes } });
  test.each<[string, object, boolean]>([
    ['rooms_create', room({ name: 'x', kind: 'support_room' }), true],
    ['rooms_create', room({ room_code: 'x' }), false],
    ['rooms_create', room({ kind: 'ballroom' }), false],
    ['rooms_update', { data: { type: 'rooms', id: '1', attributes: { name: null } } }, true],
    ['rooms_update', room({ name: 'x' }), false],
    ['rooms_update', { data: { type: 'rooms', id: '1', attributes: { kind: 'group_room' } } }, false],
    ['support_draft_messages_create', { data: { type: 'support_draft_messages', attributes: {} } }, false],
  ])('%s %j is %s', (schema, body, isValid) => {
    expect(checkOf(schema)(body)).toBe(isValid);
  });
});

describe('the API explorer page', () => {
  test('has no external resources and no inline code', async () => {
    const answer = await service.fetch('/docs');
    const page = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/https?:|\/\//);
    expect(page).not.toMatch(/<script>|<style>|\son\w+=/);
  });

  test('serves every file it names', async () => {
    const page = await (await service.fetch('/docs')).text();
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => `/${file}`);
    expect(named).toHaveLength(4);
    for (const file of named) {
      const answer = await service.fetch(file);
      expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    }
    expect((await service.fetch('/docs/index.html')).status).toBe(404);
  });
});
