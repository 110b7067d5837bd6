import { describe, expect, test } from 'vitest';
import { aKeyword, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

describe('refused bodies', () => {
  const type = 'master_keywords';
  const attributes = { key_name: 'k' };
  const deep = `{"data":{"type":"master_keywords","attributes":{"key_name":${'['.repeat(70)}${']'.repeat(70)}}}}`;
  const named = (text: string) => `{"data":{"type":"master_keywords","attributes":{"key_name":${text}}}}`;

  test.each<[what: string, body: unknown, status: number, code: string, pointer?: string]>([
    ['invalid JSON', '{"data":', 400, '400'],
    ['a list', [], 400, '400'],
    ['null', 'null', 400, '400'],
    ['a string', '"x"', 400, '400'],
    ['no body', undefined, 400, '106'],
    ['an empty body', '  ', 400, '106'],
    ['no data', {}, 400, '106'],
    ['data that is a list', { data: [] }, 400, '122', '/data'],
    ['data that is null', { data: null }, 400, '122', '/data'],
    ['no type', { data: { attributes } }, 400, '106', '/data'],
    ['another type', { data: { type: 'rooms', attributes } }, 400, '101', '/data/type'],
    ['a client-generated id', { data: { type, id: '7', attributes } }, 400, '105', '/data/id'],
    ['attributes that are a list', { data: { type, attributes: [] } }, 400, '122', '/data/attributes'],
    ['an unknown attribute', { data: { type, attributes: { ...attributes, a: 1 } } }, 400, '105', '/data/attributes/a'],
    [
      'an attribute that the pointer must escape',
      { data: { type, attributes: { ...attributes, 'a/~b': 1 } } },
      400,
      '105',
      '/data/attributes/a~1~0b',
    ],
    [
      'an internal column',
      { data: { type, attributes: { ...attributes, version: 9 } } },
      400,
      '105',
      '/data/attributes/version',
    ],
    ['meta that is a string', { data: { type, attributes }, meta: 'x' }, 400, '400', '/meta'],
    ['a missing attribute', { data: { type } }, 422, '100', '/data/attributes/key_name'],
    ['a blank attribute', { data: { type, attributes: { key_name: ' ' } } }, 422, '100', '/data/attributes/key_name'],
    ['a number for a string', { data: { type, attributes: { key_name: 1 } } }, 422, '100', '/data/attributes/key_name'],
    ['null for a string', { data: { type, attributes: { key_name: null } } }, 422, '100', '/data/attributes/key_name'],
    [
      'a string too long',
      { data: { type, attributes: { key_name: 'é'.repeat(256) } } },
      422,
      '100',
      '/data/attributes/key_name',
    ],
    ['a body too deep', deep, 400, '400'],
    ['half a surrogate pair', named('"\\ud83d"'), 400, '400'],
    ['the character NUL', named('"a\\u0000"'), 400, '400'],
    ['a duplicate key', '{"data":{"type":"rooms","type":"master_keywords"}}', 400, '400'],
    ['a number beyond 2^53', named('9007199254740993'), 400, '400'],
    ['an infinite number', named('1e400'), 400, '400'],
    ['__proto__', '{"data":{"type":"master_keywords","attributes":{"__proto__":{"x":1}}}}', 400, '400'],
    ['escaped __proto__', '{"data":{"type":"master_keywords","attributes":{"\\u005f_proto__":{"x":1}}}}', 400, '400'],
    ['constructor.prototype', '{"data":{"type":"x","attributes":{"constructor":{"prototype":{"x":1}}}}}', 400, '400'],
  ])('%s', async (_, body, status, code, pointer) => {
    const count = async () => (await service.send('GET', '/master_keywords')).meta.record_count;
    const before = await count();
    const answer = await service.send('POST', '/master_keywords', { body });
    expect(answer.status).toBe(status);
    expect(answer.errors).toEqual([
      expect.objectContaining({ status: String(status), code, ...(pointer && { source: { pointer } }) }),
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

  test.each<[string, object, string, string]>([
    ['no id', { data: { type } }, '109', '/data'],
    ['another id', { data: { type, id: '999' } }, '110', '/data/id'],
    ['an id that is a number', { data: { type, id: 1 } }, '110', '/data/id'],
  ])('of an update: %s', async (_, body, code, pointer) => {
    const { id } = await aKeyword(service.db);
    const answer = await service.send('PUT', `/master_keywords/${id}`, { body });
    expect(answer).toMatchObject({ status: 400, errors: [{ code, source: { pointer } }] });
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
    const answer = await service.create('support_draft_messages', { message_content: 'x' }, { relationships });
    expect(answer.status).toBe(status);
    expect(answer.errors.map((error) => error.code)).toContain(code);
  });

  test('a draft without a room', async () => {
    const answer = await service.create('support_draft_messages', { message_content: 'x' });
    expect(answer.status).toBe(422);
    expect(answer.errors).toMatchObject([{ code: '100', source: { pointer: '/data/relationships/room' } }]);
  });

  test.each<[string, { room_id?: unknown; relationships?: object }, string]>([
    ['room_id', { room_id: ['1'] }, '/data/attributes/room_id'],
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
    const { relationships, ...attributes } = { message_content: 'x', ...given };
    const answer = await service.create('support_draft_messages', attributes, { relationships });
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
    const attributes = { message_content: 'x', room_id: '1' };
    expect((await service.create('support_draft_messages', attributes, { relationships })).status).toBe(422);
  });
});

test('of thousands of faults in one body, the first hundred are reported', async () => {
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
