import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { createService, type TestService } from '#test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.close());

describe('refused bodies', () => {
  const type = 'master_keywords';
  const attributes = { key_name: 'k' };
  const deep = `{"data":{"type":"master_keywords","attributes":{"key_name":${'['.repeat(70)}${']'.repeat(70)}}}}`;
  const named = (text: string) => `{"data":{"type":"master_keywords","attributes":{"key_name":${text}}}}`;

  test.each<[string, unknown, number, string, object | undefined]>([
    ['no JSON', '{"data":', 400, '400', undefined],
    ['a list', [], 400, '400', undefined],
    ['null', 'null', 400, '400', undefined],
    ['a text', '"x"', 400, '400', undefined],
    ['no body', undefined, 400, '106', undefined],
    ['an empty body', '  ', 400, '106', undefined],
    ['no data', {}, 400, '106', undefined],
    ['data that is a list', { data: [] }, 400, '122', { pointer: '/data' }],
    ['data that is null', { data: null }, 400, '122', { pointer: '/data' }],
    ['no type', { data: { attributes } }, 400, '106', { pointer: '/data' }],
    ['another type', { data: { type: 'rooms', attributes } }, 400, '101', { pointer: '/data/type' }],
    ['an id of the client', { data: { type, id: '7', attributes } }, 400, '105', { pointer: '/data/id' }],
    ['attributes that are a list', { data: { type, attributes: [] } }, 400, '122', { pointer: '/data/attributes' }],
    ['an unknown attribute', { data: { type, attributes: { a: 1 } } }, 400, '105', { pointer: '/data/attributes/a' }],
    [
      'an odd attribute',
      { data: { type, attributes: { 'a/~b': 1 } } },
      400,
      '105',
      { pointer: '/data/attributes/a~1~0b' },
    ],
    ['a column', { data: { type, attributes: { version: 9 } } }, 400, '105', { pointer: '/data/attributes/version' }],
    ['meta that is a text', { data: { type, attributes }, meta: 'x' }, 400, '400', { pointer: '/meta' }],
    ['a missing attribute', { data: { type } }, 422, '100', { pointer: '/data/attributes/key_name' }],
    [
      'a blank attribute',
      { data: { type, attributes: { key_name: ' ' } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    [
      'a number for a text',
      { data: { type, attributes: { key_name: 1 } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    [
      'null for a text',
      { data: { type, attributes: { key_name: null } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    [
      'a text too long',
      { data: { type, attributes: { key_name: 'é'.repeat(32_769) } } },
      422,
      '100',
      { pointer: '/data/attributes/key_name' },
    ],
    ['a body too deep', deep, 400, '400', undefined],
    ['half a surrogate pair', named('"\\ud83d"'), 400, '400', undefined],
    ['the character NUL', named('"a\\u0000"'), 400, '400', undefined],
    ['a doubled key', '{"data":{"type":"rooms","type":"master_keywords"}}', 400, '400', undefined],
    ['a number beyond 2^53', named('9007199254740993'), 400, '400', undefined],
    ['an endless number', named('1e400'), 400, '400', undefined],
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

  test('bytes that are no UTF-8', async () => {
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

  test('every failed attribute and relationship is named, all at once', async () => {
    const { errors } = await service.send('POST', '/suggestions', {
      body: {
        data: { type: 'suggestions', attributes: { suggestion_messages_data: [{ kind: 'text' }, { content: 7 }] } },
      },
    });
    expect(errors.map((error) => [error.code, error.source?.pointer, error.detail])).toEqual([
      ['100', '/data/attributes/suggestion_messages_data/0/content', 'Is required.'],
      ['100', '/data/attributes/suggestion_messages_data/1/content', 'Must be text.'],
      ['100', '/data/relationships/room', 'Is required.'],
    ]);
  });

  test.each<[string, string, object]>([
    ['room_code', 'rooms', { room_code: 'MINE' }],
    ['is_external', 'rooms', { is_external: true }],
    ['created_at', 'rooms', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['injectable_code', 'clients', { injectable_code: '<script>' }],
    ['status', 'support_draft_messages', { status: 'approved' }],
    ['resolved_time_unix', 'support_draft_messages', { resolved_time_unix: 1 }],
    ['created_user_id', 'support_draft_messages', { created_user_id: '1' }],
  ])('nobody sets %s', async (name, of, refused) => {
    const { status, errors } = await service.send('POST', `/${of}`, {
      body: { data: { type: of, attributes: refused } },
    });
    expect(status).toBe(400);
    expect(errors).toEqual([expect.objectContaining({ code: '105', source: { pointer: `/data/attributes/${name}` } })]);
  });

  test('the kind of a room is settled when it is made', async () => {
    const room = await aRoom(service.db);
    const { errors } = await service.send('PUT', `/rooms/${room.id}`, {
      body: { data: { type: 'rooms', id: String(room.id), attributes: { kind: 'group_room' } } },
    });
    expect(errors).toEqual([expect.objectContaining({ code: '105', source: { pointer: '/data/attributes/kind' } })]);
  });

  test.each<[string, object, number, string]>([
    ['of the wrong type', { room: { data: { type: 'users', id: '1' } } }, 400, '116'],
    ['that is missing', { room: { data: { type: 'rooms', id: '999999' } } }, 404, '404'],
    ['without data', { room: {} }, 400, '106'],
    ['that is a text', { room: 'x' }, 400, '122'],
    ['of nobody', { room: { data: null } }, 422, '100'],
    ['that the service sets', { created_user: { data: { type: 'users', id: '1' } } }, 400, '105'],
    ['that is unknown', { nonsense: { data: null } }, 400, '105'],
  ])('linkage %s', async (_, relationships, status, code) => {
    const body = { data: { type: 'support_draft_messages', attributes: { message_content: 'x' }, relationships } };
    const answer = await service.send('POST', '/support_draft_messages', { body });
    expect(answer.status).toBe(status);
    expect(answer.errors.map((error) => error.code)).toContain(code);
  });

  test('a room named twice, differently', async () => {
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
  ])('%s with a %s that is taken', async (of, name, attributesOf) => {
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
    const post = (given: object) =>
      service.send('POST', '/rooms', { body: { data: { type: 'rooms', attributes: given } } });
    expect(await post({})).toMatchObject({ status: 422, errors: [{ source: { pointer: '/data/attributes/name' } }] });
    expect((await post({ name: ' ' })).status).toBe(422);
    const { record } = await post({ kind: 'direct_room' });
    expect(record.attributes?.name).toBeNull();
  });
});
