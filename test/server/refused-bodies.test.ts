import { describe, expect, test } from 'vitest';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

describe('refused bodies', () => {
  const type = 'master_keywords';
  const attributes = { key_name: 'k' };
  const deep = `{"data":{"type":"master_keywords","attributes":{"key_name":${'['.repeat(70)}${']'.repeat(70)}}}}`;
  const named = (text: string) => `{"data":{"type":"master_keywords","attributes":{"key_name":${text}}}}`;

  test.each<[string, unknown, number, string, object | undefined]>([
    ['invalid JSON', '{"data":', 400, '400', undefined],
    ['a list', [], 400, '400', undefined],
    ['null', 'null', 400, '400', undefined],
    ['a string', '"x"', 400, '400', undefined],
    ['no body', undefined, 400, '106', undefined],
    ['an empty body', '  ', 400, '106', undefined],
    ['no data', {}, 400, '106', undefined],
    ['data that is a list', { data: [] }, 400, '122', { pointer: '/data' }],
    ['data that is null', { data: null }, 400, '122', { pointer: '/data' }],
    ['no type', { data: { attributes } }, 400, '106', { pointer: '/data' }],
    ['another type', { data: { type: 'rooms', attributes } }, 400, '101', { pointer: '/data/type' }],
    ['a client-generated id', { data: { type, id: '7', attributes } }, 400, '105', { pointer: '/data/id' }],
    ['attributes that are a list', { data: { type, attributes: [] } }, 400, '122', { pointer: '/data/attributes' }],
    ['an unknown attribute', { data: { type, attributes: { a: 1 } } }, 400, '105', { pointer: '/data/attributes/a' }],
    [
      'an attribute that the pointer must escape',
      { data: { type, attributes: { 'a/~b': 1 } } },
      400,
      '105',
      { pointer: '/data/attributes/a~1~0b' },
    ],
    [
      'an internal column',
      { data: { type, attributes: { version: 9 } } },
      400,
      '105',
      { pointer: '/data/attributes/version' },
    ],
    ['meta that is a string', { data: { type, attributes }, meta: 'x' }, 400, '400', { pointer: '/meta' }],
    ['a missing attribute', { data: { type } }, 422, '100', { pointer: '/data/attributes/key_name' }],
    [
      'a blank attribute',
      { data: { type, attributes: { key_name: ' ' } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    [
      'a number for a string',
      { data: { type, attributes: { key_name: 1 } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    [
      'null for a string',
      { data: { type, attributes: { key_name: null } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    [
      'a string too long',
      { data: { type, attributes: { key_name: 'é'.repeat(256) } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    ['a body too deep', deep, 400, '400', undefined],
    ['half a surrogate pair', named('"\\ud83d"'), 400, '400', undefined],
    ['the character NUL', named('"a\\u0000"'), 400, '400', undefined],
    ['a duplicate key', '{"data":{"type":"rooms","type":"master_keywords"}}', 400, '400', undefined],
    ['a number beyond 2^53', named('9007199254740993'), 400, '400', undefined],
    ['an infinite number', named('1e400'), 400, '400', undefined],
    ['__proto__', '{"data":{"type":"master_keywords","attributes":{"__proto__":{"x":1}}}}', 400, '400', undefined],
    [
      'escaped __proto__',
      '{"data":{"type":"master_keywords","attributes":{"\\u005f_proto__":{"x":1}}}}',
      400,
      '400',
      undefined,
    ],
    [
      'constructor.prototype',
      '{"data":{"type":"x","attributes":{"constructor":{"prototype":{"x":1}}}}}',
      400,
      '400',
      undefined,
    ],
  ])('%s', async (_, body, status, code, source) => {
    const count = async () => (await service.send('GET', '/master_keywords')).meta.record_count;
    const before = await count();
    const answer = await service.send('POST', '/master_keywords', { body });
    expect(answer.status).toBe(status);
    expect(answer.errors).toEqual([
      expect.objectContaining({ status: String(status), code, ...(source && { source }) }),
    ]);
    expect(await count()).toBe(before);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"data":{"type":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}}')]);
    const answer = await service.fetch('/rapi/v1/master_keywords', {
      method: 'POST',
      headers: { 'x-access-token': service.tokens.admin, 'content-type': 'application/vnd.api+json' },
      body,
    });
    expect(answer.status).toBe(400);
  });

  test.each<[string, object, string, object | undefined]>([
    ['no id', { data: { type } }, '109', { pointer: '/data' }],
    ['another id', { data: { type, id: '999' } }, '110', { pointer: '/data/id' }],
    ['an id that is a number', { data: { type, id: 1 } }, '110', { pointer: '/data/id' }],
  ])('of an update: %s', async (_, body, code, source) => {
    const { id } = await aKeyword(service.db);
    const answer = await service.send('PUT', `/master_keywords/${id}`, { body });
    expect(answer).toMatchObject({ status: 400, errors: [{ code, source }] });
  });

  test('all invalid attributes and relationships are reported at once', async () => {
    const { errors } = await service.create('suggestions', {
      suggestion_messages_data: [{ kind: 'text' }, { content: 7 }],
    });
    expect(errors.map((error) => [error.code, error.source?.pointer, error.detail])).toEqual([
      ['100', '/data/attributes/suggestion_messages_data/0/content', 'Is required.'],
      ['100', '/data/attributes/suggestion_messages_data/1/content', 'Must be text.'],
      ['100', '/data/relationships/room', 'Is required.'],
    ]);
  });

  test.each<[string, object]>([
    ['clients', {}],
    ['suggestions', { suggestion_messages_data: [] }],
    ['suggestions', { suggestion_messages_data: [{}] }],
    ['suggestions', { suggestion_messages_data: 'text' }],
    ['suggestions', {}],
  ])('%s with the attributes %j', async (of, attributes) => {
    const room = of === 'suggestions' && { room_id: String(service.guestRoomId) };
    const body = { data: { type: of, attributes: { ...attributes, ...room } } };
    expect((await service.send('POST', `/${of}`, { body })).status).toBe(422);
  });

  test.each<[string, string, object]>([
    ['room_code', 'rooms', { room_code: 'MINE' }],
    ['is_external', 'rooms', { is_external: true }],
    ['created_at', 'rooms', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['injectable_code', 'clients', { injectable_code: '<script>' }],
    ['status', 'support_draft_messages', { status: 'approved' }],
    ['resolved_time_unix', 'support_draft_messages', { resolved_time_unix: 1 }],
    ['created_user_id', 'support_draft_messages', { created_user_id: '1' }],
    ['created_at_unix', 'support_draft_messages', { created_at_unix: 1 }],
    ['updated_at_unix', 'support_draft_messages', { updated_at_unix: 1 }],
  ])('%s cannot be set', async (name, of, refused) => {
    const { status, errors } = await service.create(of, refused);
    expect(status).toBe(400);
    expect(errors).toEqual([expect.objectContaining({ code: '105', source: { pointer: `/data/attributes/${name}` } })]);
  });

  test('the kind of a room cannot change', async () => {
    const room = await aRoom(service.db);
    const { errors } = await service.update('rooms', room.id, { kind: 'group_room' });
    expect(errors).toEqual([expect.objectContaining({ code: '105', source: { pointer: '/data/attributes/kind' } })]);
  });

  test.each<[string, object, number, string]>([
    ['of the wrong type', { room: { data: { type: 'users', id: '1' } } }, 400, '116'],
    ['that is missing', { room: { data: { type: 'rooms', id: '999999' } } }, 404, '404'],
    ['without data', { room: {} }, 400, '106'],
    ['that is a string', { room: 'x' }, 400, '122'],
    ['that is null', { room: { data: null } }, 422, '100'],
    ['that is read-only', { created_user: { data: { type: 'users', id: '1' } } }, 400, '105'],
    ['that is unknown', { nonsense: { data: null } }, 400, '105'],
  ])('linkage %s', async (_, relationships, status, code) => {
    const body = { data: { type: 'support_draft_messages', attributes: { message_content: 'x' }, relationships } };
    const answer = await service.send('POST', '/support_draft_messages', { body });
    expect(answer.status).toBe(status);
    expect(answer.errors.map((error) => error.code)).toContain(code);
  });

  const LONG = '🚢'.repeat(255);
  const BIG = { text: 'x'.repeat(65_536 - '{"text":""}'.length) };
  test.each<[string, string, unknown, unknown]>([
    ['rooms', 'name', LONG, `${LONG}a`],
    ['clients', 'title', LONG, `${LONG}a`],
    ['clients', 'code', LONG, `${LONG}a`],
    ['master_keywords', 'key_name', LONG, `${LONG}a`],
    ['master_keywords', 'key_title', LONG, `${LONG}a`],
    ['support_draft_messages', 'kind', 'k'.repeat(64), 'k'.repeat(65)],
    ['messages', 'kind', 'k'.repeat(64), 'k'.repeat(65)],
    ['messages', 'settings', BIG, { text: `${BIG.text}x` }],
    ['support_draft_messages', 'settings', BIG, { text: `${BIG.text}x` }],
    ['rooms', 'settings', BIG, { text: `${BIG.text}x` }],
    ['rooms', 'description', 'd'.repeat(65_536), 'd'.repeat(65_537)],
    ['messages', 'content', 'd'.repeat(65_536), 'd'.repeat(65_537)],
    ['clients', 'default_embedded_css', 'd'.repeat(524_288), 'd'.repeat(524_289)],
  ])('%s take %s up to its limit', async (of, name, longest, tooLong) => {
    const required: Record<string, object> = {
      rooms: { name: 'r' },
      clients: { title: 't' },
      master_keywords: { key_name: 'k' },
      messages: { content: 'c', room_id: String(service.guestRoomId) },
      support_draft_messages: { message_content: 'c', room_id: String(service.guestRoomId) },
    };
    const create = (value: unknown) => service.create(of, { ...required[of], [name]: value });
    expect(await create(tooLong)).toMatchObject({
      status: 422,
      errors: [{ code: '100', source: { pointer: `/data/attributes/${name}` } }],
    });
    const { status, record } = await create(longest);
    expect([status, record.attributes?.[name]]).toEqual([201, longest]);
    if (of !== 'messages') await service.send('DELETE', `/${of}/${record.id}`);
  });

  test('a record above the limits can still be read, and changed in other attributes', async () => {
    const name = 'n'.repeat(5_000);
    const { id } = await aRoom(service.db, { name });
    const { status, record } = await service.update('rooms', id, { description: 'Old' });
    expect([status, record.attributes?.name]).toEqual([200, name]);
    await service.send('DELETE', `/rooms/${id}`);
  });

  test('several faults give one error each, in the order of the body', async () => {
    const faults = async (attributes: object, relationships?: object) =>
      (await service.create('rooms', attributes, { relationships })).errors.map(
        ({ status, source }) => `${status} ${source?.pointer?.replace(/^.data./, '')}`,
      );
    expect(await faults({ enabled: 'x', name: 7 })).toEqual(['422 attributes/enabled', '422 attributes/name']);
    expect(await faults({ name: 7, enabled: 'x' })).toEqual(['422 attributes/name', '422 attributes/enabled']);
    expect(await faults({ b: 1, name: 7, a: 1 })).toEqual([
      '400 attributes/b',
      '400 attributes/name',
      '400 attributes/a',
    ]);
    expect((await service.create('rooms', { b: 1, name: 7 })).status).toBe(400);
  });

  test.each<[string, object, string]>([
    ['room_id', { attributes: { room_id: ['1'] } }, '/data/attributes/room_id'],
    [
      'the id of a relationship',
      { relationships: { room: { data: { type: 'rooms', id: ['1'] } } } },
      '/data/relationships/room/data/id',
    ],
    [
      'a to-one relationship',
      { relationships: { room: { data: [{ type: 'rooms', id: '1' }] } } },
      '/data/relationships/room/data',
    ],
  ])('a list in %s', async (_, given, pointer) => {
    const { attributes = {}, relationships }: { attributes?: object; relationships?: object } = given;
    const answer = await service.create(
      'support_draft_messages',
      { message_content: 'x', ...attributes },
      { relationships },
    );
    expect(answer).toMatchObject({ status: 400, errors: [{ code: '122', source: { pointer } }] });
  });

  test.each<[string, object, string]>([
    ['direct', { user_id: ['1'] }, 'user_id'],
    ['group', { user_ids: '1' }, 'user_ids'],
  ])('ids of a %s room in the wrong form', async (kind, attributes, name) => {
    const body = { data: { type: 'rooms', attributes } };
    expect(await service.send('POST', `/rooms/create_or_find_${kind}_room`, { body })).toMatchObject({
      status: 400,
      errors: [{ code: '122', source: { pointer: `/data/attributes/${name}` } }],
    });
  });

  test('two contradicting rooms', async () => {
    const room = await aRoom(service.db);
    const relationships = { room: { data: { type: 'rooms', id: String(room.id) } } };
    const body = {
      data: { type: 'support_draft_messages', attributes: { message_content: 'x', room_id: '1' }, relationships },
    };
    expect((await service.send('POST', '/support_draft_messages', { body })).status).toBe(422);
  });

  test.each<[string, string, (taken: string) => object]>([
    ['clients', 'code', (code) => ({ title: 't', code })],
    ['master_keywords', 'key_name', (key_name) => ({ key_name })],
  ])('%s with a duplicate %s', async (of, name, attributesOf) => {
    await aClient(service.db, { code: 'taken' });
    await aKeyword(service.db, { key_name: 'taken' });
    const other = of === 'clients' ? await aClient(service.db) : await aKeyword(service.db);
    const expected = { status: 422, errors: [{ code: '100', source: { pointer: `/data/attributes/${name}` } }] };
    const create = { data: { type: of, attributes: attributesOf('taken') } };
    expect(await service.send('POST', `/${of}`, { body: create })).toMatchObject(expected);
    const update = { data: { type: of, id: String(other.id), attributes: attributesOf('taken') } };
    expect(await service.send('PUT', `/${of}/${other.id}`, { body: update })).toMatchObject(expected);
    const own = { data: { type: of, id: String(other.id), attributes: attributesOf('own') } };
    expect((await service.send('PUT', `/${of}/${other.id}`, { body: own })).status).toBe(200);
    expect((await service.send('PUT', `/${of}/${other.id}`, { body: own })).status).toBe(200);
    await service.send('DELETE', `/${of}/${other.id}`);
    await service.db.deleteFrom('clients').where('code', '=', 'taken').execute();
    await service.db.deleteFrom('master_keywords').where('key_name', '=', 'taken').execute();
  });

  test('a room without a name, unless it is a direct room', async () => {
    const post = (given: object) => service.create('rooms', given);
    expect(await post({})).toMatchObject({ status: 422, errors: [{ source: { pointer: '/data/attributes/name' } }] });
    expect((await post({ name: ' ' })).status).toBe(422);
    const { record } = await post({ kind: 'direct_room' });
    expect(record.attributes?.name).toBeNull();
  });
});

test('of thousands of faults in one body, the first hundred are told', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `k${index}`);
  const unknown = await service.create('master_keywords', Object.fromEntries(names.map((name) => [name, 1])));
  expect(unknown.status).toBe(400);
  expect(unknown.errors.map(({ source }) => source?.pointer)).toEqual(
    names.slice(0, 100).map((name) => `/data/attributes/${name}`),
  );
  const { id } = await aRoom(service.db);
  const suggestion_messages_data = names.map(() => ({ content: 1 }));
  const invalid = await service.create('suggestions', { room_id: String(id), suggestion_messages_data });
  expect([invalid.status, invalid.errors.length]).toEqual([422, 100]);
});
