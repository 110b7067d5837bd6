import { describe, expect, test } from 'vitest';
import { aKeyword, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

describe('refused bodies', () => {
  const type = 'master_keywords';
  const attributes = { key_name: 'k' };

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
  ])('%s', async (_, body, status, code, pointer) => {
    const count = async () => (await service.send('GET', '/master_keywords')).meta.record_count;
    const before = await count();
    const answer = await service.send('POST', '/master_keywords', { body });
    expect(answer.status).toBe(status);
    expect(answer.errors).toEqual([
      expect.objectContaining({ status: String(status), code, ...(pointer && { source: { pointer } }) }),
    ]);
    expect(await count()).toBe(before);
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

  test.each<[string, object, string]>([
    ['the id of a relationship', { type: 'rooms', id: ['1'] }, '/data/relationships/room/data/id'],
    ['a to-one relationship', [{ type: 'rooms', id: '1' }], '/data/relationships/room/data'],
  ])('a list in %s', async (_, data, pointer) => {
    const relationships = { room: { data } };
    const answer = await service.create('support_draft_messages', { message_content: 'x' }, { relationships });
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
