import { beforeEach, describe, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { aClient, aDraft, aKeyword, aRoom, aSuggestion, MADE_AT_UNIX } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

const BASE = 'http://harbor.test/rapi/v1';

describe('a single record', () => {
  test('has its links, attributes, relationships and meta', async () => {
    const { db, userIds } = service;
    const room = await aRoom(db);
    const draft = await aDraft(db, { room_id: room.id, created_user_id: userIds.agent, message_content: 'Hello' });
    const { status, document } = await service.send('GET', `/support_draft_messages/${draft.id}`, { as: 'agent' });
    const self = `${BASE}/support_draft_messages/${draft.id}`;
    const linked = (name: string, data: unknown) => ({
      links: { self: `${self}/relationships/${name}`, related: `${self}/${name}` },
      data,
    });
    expect(status).toBe(200);
    expect(document).toEqual({
      data: {
        id: String(draft.id),
        type: 'support_draft_messages',
        links: { self },
        attributes: {
          message_content: 'Hello',
          kind: 'text',
          settings: {},
          status: 'in_review',
          resolved_time_unix: null,
          comment: null,
          create_user_resolved_read_time_unix: null,
          created_at_unix: draft.created_at_unix,
          updated_at_unix: draft.updated_at_unix,
        },
        relationships: {
          room: linked('room', { type: 'rooms', id: String(room.id) }),
          created_user: linked('created_user', { type: 'users', id: String(userIds.agent) }),
          resolved_user: linked('resolved_user', null),
        },
        meta: { version: '1', can: ['update', 'delete'] },
      },
    });
  });

  test('has ISO 8601 dates with milliseconds, kind names and real booleans', async () => {
    const room = await aRoom(service.db, { kind: 2, created_at_ms: 1_741_780_800_007, is_external: 1 });
    const { record } = await service.send('GET', `/rooms/${room.id}`);
    expect(record.attributes).toMatchObject({
      kind: 'direct_room',
      created_at: '2025-03-12T12:00:00.007Z',
      created_at_unix: 1_741_780_800,
      is_external: true,
      is_private: false,
      description: null,
    });
    expect(record.relationships?.users).toEqual({
      links: { self: `${BASE}/rooms/${room.id}/relationships/users`, related: `${BASE}/rooms/${room.id}/users` },
    });
  });

  test.each([
    '999999',
    '0',
    '01',
    '1e0',
    ' 1',
    '1,2',
    '-1',
    '9007199254740993',
    'abc',
    '%00',
    '..%2f1',
    'x'.repeat(300),
  ])('is not found by the id %s', async (id) => {
    const missing = await service.send('GET', '/rooms/999999');
    const { status, document } = await service.send('GET', `/rooms/${id}`);
    expect(status).toBe(404);
    expect(document).toEqual(missing.document);
  });
});

test.each<[string, (db: typeof service.db) => Promise<{ id: number }>, object]>([
  [
    'suggestions',
    aSuggestion,
    { suggestion_messages_data: [{ kind: 'text', content: expect.any(String), settings: {} }] },
  ],
  [
    'rooms',
    (db) => aRoom(db, { name: 'Active' }),
    {
      name: 'Active',
      description: null,
      is_private: false,
      settings: {},
      kind: 'support_room',
      enabled: true,
      room_code: expect.any(String),
      awaiting_support: false,
      created_at: '2025-03-12T12:00:00.000Z',
      created_at_unix: MADE_AT_UNIX,
      is_external: false,
    },
  ],
  [
    'clients',
    (db) => aClient(db, { title: 'Shop', code: 'shop' }),
    {
      injectable_code: '',
      settings: {},
      title: 'Shop',
      code: 'shop',
      default_embedded_css: null,
      default_guest_css: null,
      default_embedded_html: null,
    },
  ],
  [
    'master_keywords',
    (db) => aKeyword(db, { key_name: 'alpha' }),
    { key_name: 'alpha', key_title: null, suggestions: null },
  ],
])('%s have exactly their documented attributes', async (type, make, attributes) => {
  const { id } = await make(service.db);
  expect((await service.send('GET', `/${type}/${id}`)).record.attributes).toEqual(attributes);
});

const inRoom = { relationships: { room: { data: { type: 'rooms', id: String(service.guestRoomId) } } } };
const words = (content: string) => ({ suggestion_messages_data: [{ kind: 'text', content, settings: {} }] });

test.each<[string, object, object, object?]>([
  ['suggestions', words('Hello'), words('Goodbye'), inRoom],
  [
    'rooms',
    { name: 'N', description: 'd', is_private: true, settings: {}, enabled: false, awaiting_support: true },
    { name: 'Other' },
  ],
  [
    'support_draft_messages',
    { message_content: 'Hi', kind: 'html', settings: { a: 1 }, comment: 'c' },
    { message_content: 'Other' },
    inRoom,
  ],
  ['clients', { title: 'New' }, { title: 'Other' }],
  ['master_keywords', { key_name: 'new key' }, { key_title: 'Other' }],
])('%s are created, read, listed, updated and deleted', async (type, created, changed, linked) => {
  const { send, create, update } = service;
  const { status, headers, record } = await create(type, created, linked);
  const path = `/${type}/${record.id}`;
  expect([status, headers.get('content-type'), headers.get('location')]).toEqual([201, MEDIA_TYPE, BASE + path]);
  expect(record.attributes).toMatchObject(created);
  const read = await send('GET', path);
  expect([read.status, read.headers.get('content-type'), read.record]).toEqual([200, MEDIA_TYPE, record]);
  const listed = await send('GET', `/${type}?sort=-id`);
  expect([listed.status, listed.records[0]]).toMatchObject([200, { type, id: record.id }]);
  expect(await update(type, record.id, changed)).toMatchObject({ status: 200, record: { attributes: changed } });
  expect(await send('DELETE', path)).toMatchObject({ status: 200, document: { meta: {} } });
  expect((await send('GET', path)).status).toBe(404);
});

test('a new record gets default values', async () => {
  const attributes = {
    suggestion_messages_data: [{ content: 'a' }, { content: 'b', kind: 'image', settings: { x: 1 } }],
  };
  const { record } = await service.create('suggestions', attributes, inRoom);
  expect(record.attributes?.suggestion_messages_data).toEqual([
    { kind: 'text', content: 'a', settings: {} },
    { kind: 'image', content: 'b', settings: { x: 1 } },
  ]);
  const room = await service.create('rooms', { name: 'N' });
  expect(room.record.attributes).toMatchObject({
    kind: 'group_room',
    enabled: true,
    is_private: false,
    is_external: false,
    awaiting_support: false,
    settings: {},
    description: null,
    room_code: expect.stringMatching(/^[A-Z0-9]{8}$/),
  });
});

test('messages and users have their documented members', async () => {
  const { guestRoomId, userIds } = service;
  const sent = { content: 'Hi', room_id: String(guestRoomId) };
  const { status, headers, record } = await service.create('messages', sent, { as: 'agent' });
  expect([status, headers.get('location')]).toEqual([201, `${BASE}/messages/${record.id}`]);
  const names = ['content', 'kind', 'settings', 'created_at', 'created_at_unix'];
  expect(Object.keys(record.attributes ?? {})).toEqual(names);
  expect(Object.keys(record.relationships ?? {})).toEqual(['room', 'user']);
  expect((await service.send('GET', `/messages/${record.id}`)).record).toEqual(record);
  const user = (await service.send('GET', `/users/${userIds.guest}`)).record;
  expect(user.attributes).toEqual({ name: 'Gale Guest', kind: 'visitor' });
});

test('a client gets a code and an inert snippet with that code', async () => {
  const send = (attributes: object) => service.create('clients', { title: 'T', ...attributes });
  const { record } = await send({});
  expect(record.attributes?.code).toMatch(/^[A-Z0-9]{8}$/);
  expect(record.attributes?.injectable_code).toContain(`"${record.attributes?.code}"`);
  const hostile = await send({ code: '"><script>alert(1)</script>' });
  expect(hostile.record.attributes?.injectable_code).toMatch(
    /^<script type="text\/plain" data-chat-client="[^"<>]*"><\/script>$/,
  );
  const changed = await service.update('clients', record.id, { code: 'mine' });
  expect(changed.record.attributes?.injectable_code).toContain('"mine"');
});

test('a client reports the time of its last change', async () => {
  const lastChange = async (id: string) => (await service.send('GET', `/clients/${id}`)).record.meta?.updated_at_unix;
  const { record } = await service.create('clients', { title: 'T', settings: { a: 1 } });
  const createdAt = Number(record.meta?.updated_at_unix);
  expect(Math.abs(createdAt - Date.now() / 1000)).toBeLessThan(60);
  await service.db.updateTable('clients').set({ updated_at_unix: 1000 }).where('id', '=', Number(record.id)).execute();
  await service.update('clients', record.id, { title: 'T', settings: { a: 1 } });
  expect(await lastChange(record.id)).toBe(1000);
  await service.update('clients', record.id, { settings: { a: 2 } });
  expect(await lastChange(record.id)).toBeGreaterThanOrEqual(createdAt);
  expect(await lastChange(String((await aClient(service.db)).id))).toBeNull();
});

describe('update', () => {
  let id: string;
  beforeEach(async () => {
    id = String((await aKeyword(service.db, { key_title: 'old', suggestions: 's' })).id);
  });
  const put = (attributes: object, rest: object = {}, method = 'PUT') =>
    service.send(method, `/master_keywords/${id}`, {
      body: { data: { type: 'master_keywords', id, attributes }, ...rest },
    });

  test.each(['PUT', 'PATCH'])('by %s returns the full record and keeps other attributes', async (method) => {
    const { status, record } = await put({ key_title: 'new' }, {}, method);
    expect(status).toBe(200);
    expect(record.attributes).toMatchObject({ key_title: 'new', suggestions: 's' });
    expect((await service.send('GET', `/master_keywords/${id}`)).record).toEqual(record);
  });

  test('changes the version only if something changes', async () => {
    const before = (await service.send('GET', `/master_keywords/${id}`)).record.meta?.version;
    expect((await put({})).record.meta?.version).toBe(before);
    const after = (await put({ key_title: 'new' })).record.meta?.version;
    expect(after).not.toBe(before);
    expect((await put({ key_title: 'newer' })).record.meta?.version).not.toBe(after);
  });

  test('is refused with a stale version, and returns the current record', async () => {
    const version = (await put({ key_title: 'theirs' })).record.meta?.version;
    const { status, errors } = await put({ key_title: 'mine' }, { meta: { version: '1' } });
    expect(status).toBe(422);
    expect(errors[0]).toMatchObject({
      code: 'stale_version',
      meta: { current: { id, attributes: { key_title: 'theirs' } } },
    });
    expect((await put({ key_title: 'mine' }, { meta: { version } })).status).toBe(200);
  });

  test('clears nullable attributes', async () => {
    expect((await put({ key_title: null })).record.attributes?.key_title).toBeNull();
  });
});

test.each<[string, string | undefined, Record<string, string>]>([
  ['no body', undefined, {}],
  ['no body but a type', undefined, { 'content-type': 'application/vnd.api+json' }],
  ['a body that is garbage', 'garbage', { 'content-type': 'text/garbage x' }],
])('delete answers 200 with an empty meta, with %s', async (_, body, headers) => {
  const { id } = await aKeyword(service.db);
  const gone = await service.send('DELETE', `/master_keywords/${id}`, { headers, body });
  expect(gone).toMatchObject({ status: 200, document: { meta: {} } });
  expect((await service.send('GET', `/master_keywords/${id}`)).status).toBe(404);
  expect((await service.send('DELETE', `/master_keywords/${id}`)).status).toBe(404);
});

test('include and fields are honoured on writes', async () => {
  const room = await aRoom(service.db);
  const attributes = { suggestion_messages_data: [{ content: 'x' }], room_id: String(room.id) };
  const { record, included } = await service.send(
    'POST',
    '/suggestions?include=room&fields[rooms]=name&fields[suggestions]=room',
    { body: { data: { type: 'suggestions', attributes } } },
  );
  expect(record).not.toHaveProperty('attributes');
  expect(included).toEqual([expect.objectContaining({ id: String(room.id), attributes: { name: room.name } })]);
  const put = await service.send('PUT', `/suggestions/${record.id}?include=room`, {
    body: { data: { type: 'suggestions', id: record.id } },
  });
  expect(put.included).toHaveLength(1);
});
