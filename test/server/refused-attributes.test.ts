import { describe, expect, test } from 'vitest';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

describe('refused attributes', () => {
  test('all invalid attributes and relationships are reported at once', async () => {
    const { errors } = await service.create('suggestions', {
      suggestion_messages_data: [{ kind: 'text' }, { content: 7 }],
    });
    expect(errors.map((error) => [error.code, error.source?.pointer, error.detail])).toEqual([
      ['100', '/data/attributes/suggestion_messages_data/0/content', 'Required.'],
      ['100', '/data/attributes/suggestion_messages_data/1/content', 'Must be text.'],
      ['100', '/data/relationships/room', 'Required.'],
    ]);
  });

  test.each<[string, object]>([
    ['clients', {}],
    ['suggestions', { suggestion_messages_data: [] }],
    ['suggestions', { suggestion_messages_data: [{}] }],
    ['suggestions', {}],
  ])('%s with the attributes %j', async (of, attributes) => {
    const room = of === 'suggestions' && { room_id: String(service.guestRoomId) };
    expect((await service.create(of, { ...attributes, ...room })).status).toBe(422);
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
    const refusals = errors.filter(({ code }) => code === '105');
    expect(refusals).toEqual([expect.objectContaining({ source: { pointer: `/data/attributes/${name}` } })]);
    expect(new Set(errors.map((error) => error.status))).toEqual(new Set(['400']));
  });

  test('the kind of a room cannot change', async () => {
    const room = await aRoom(service.db);
    const { errors } = await service.update('rooms', room.id, { kind: 'group_room' });
    expect(errors).toEqual([expect.objectContaining({ code: '105', source: { pointer: '/data/attributes/kind' } })]);
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

  test('all faults in attributes and relationships are reported, including missing ones', async () => {
    const faults = async (attributes: object, relationships?: object) =>
      (await service.create('support_draft_messages', attributes, { relationships })).errors.map(
        ({ status, code, source }) => `${status} ${code} ${source?.pointer?.replace(/^.data./, '')}`,
      );
    expect(await faults({ kind: 7 }, { rooms: {}, room: [], clients: {} })).toEqual([
      '400 100 attributes/kind',
      '400 100 attributes/message_content',
      '400 105 relationships/rooms',
      '400 122 relationships/room',
      '400 105 relationships/clients',
    ]);
    expect(await faults({ status: 'approved', message_content: 'Ahoy' })).toEqual([
      '400 105 attributes/status',
      '400 100 relationships/room',
    ]);
    const blank = { message_content: '' };
    expect(await faults({ ...blank, room_id: ['1'] })).toEqual([
      '400 100 attributes/message_content',
      '400 122 attributes/room_id',
    ]);
    expect(await faults({ room_id: ['1'], ...blank }, { room: 7 })).toEqual([
      '400 122 attributes/room_id',
      '400 100 attributes/message_content',
      '400 122 relationships/room',
    ]);
    expect(await faults({ ...blank, room_id: '999999' })).toEqual([
      '422 100 attributes/message_content',
      '422 404 relationships/room',
    ]);
    for (const room_id of ['999999', '']) {
      expect(await faults({ message_content: 'Ahoy', room_id })).toEqual(['404 404 relationships/room']);
    }
  });

  const pointersOf = async (answer: ReturnType<typeof service.send>) => {
    const { status, errors } = await answer;
    return [status, ...errors.map(({ source }) => source?.pointer?.replace(/^.data./, ''))];
  };

  test('a name that only some rooms need is reported with the other faults', async () => {
    expect(await pointersOf(service.create('rooms', { is_private: 'yes', description: 5 }))).toEqual([
      422,
      'attributes/is_private',
      'attributes/description',
      'attributes/name',
    ]);
    const { id } = await aRoom(service.db);
    const update = (attributes: object) => pointersOf(service.update('rooms', id, attributes));
    expect(await update({ name: '', description: 7 })).toEqual([422, 'attributes/name', 'attributes/description']);
    expect(await update({ description: 7, name: null })).toEqual([422, 'attributes/description', 'attributes/name']);
    expect(await update({ room_code: 'x', name: ' ' })).toEqual([400, 'attributes/room_code', 'attributes/name']);
    expect(await update({ name: 7 })).toEqual([422, 'attributes/name']);
    const direct = await aRoom(service.db, { kind: 2 });
    const unnamed = service.update('rooms', direct.id, { name: null, description: 7 });
    expect(await pointersOf(unnamed)).toEqual([422, 'attributes/description']);
  });

  test('values that are taken or blank are reported with the other faults', async () => {
    const client = await aClient(service.db, { code: 'in use' });
    const keyword = await aKeyword(service.db, { key_name: 'in use' });
    const other = await aClient(service.db);
    const taken = { key_name: 'in use', key_title: 5 };
    const faults = [422, 'attributes/key_name', 'attributes/key_title'];
    expect(await pointersOf(service.create('master_keywords', taken))).toEqual(faults);
    expect(await pointersOf(service.create('clients', { title: 5, code: 'in use' }))).toEqual([
      422,
      'attributes/title',
      'attributes/code',
    ]);
    for (const code of ['in use', ' ']) {
      const update = service.update('clients', other.id, { code, title: 5 });
      expect(await pointersOf(update)).toEqual([422, 'attributes/code', 'attributes/title']);
    }
    expect(await pointersOf(service.update('master_keywords', keyword.id, taken))).toEqual([
      422,
      'attributes/key_title',
    ]);
    expect((await service.update('clients', other.id, { code: ' ' })).errors).toMatchObject([
      { status: '422', meta: { issue: { code: 'blank' } } },
    ]);
    await service.db.deleteFrom('clients').where('id', 'in', [client.id, other.id]).execute();
    await service.db.deleteFrom('master_keywords').where('id', '=', keyword.id).execute();
  });

  test('faults are reported in the order of the whole body, at every depth', async () => {
    const of = (data: object) => pointersOf(service.send('POST', '/suggestions', { body: { data } }));
    const type = 'suggestions';
    const attributes = { suggestion_messages_data: [{ content: 'a' }, { content: 5, x: 1, kind: 7 }, { settings: 1 }] };
    const inOrder = ['1', '1/content', '1/kind', '2/settings', '2/content'].map(
      (part) => `attributes/suggestion_messages_data/${part}`,
    );
    const relationships = { x: { data: null }, room: { data: 7 } };
    const linked = ['relationships/x', 'relationships/room/data'];
    expect(await of({ type, relationships, attributes })).toEqual([400, ...linked, ...inOrder]);
    expect(await of({ type, attributes, relationships })).toEqual([400, ...inOrder, ...linked]);
    expect(await of({ type, attributes })).toEqual([422, ...inOrder, 'relationships/room']);
    expect(await of({ type, relationships })).toEqual([400, ...linked, 'attributes/suggestion_messages_data']);
    expect(await of({ type })).toEqual([422, 'attributes/suggestion_messages_data', 'relationships/room']);
  });

  test.each<[string, string, unknown]>([
    ['rooms', 'name', ['A room']],
    ['rooms', 'enabled', [true]],
    ['rooms', 'kind', ['group_room']],
    ['rooms', 'settings', [{}]],
    ['clients', 'title', []],
    ['suggestions', 'suggestion_messages_data', 'text'],
    ['suggestions', 'suggestion_messages_data', { content: 'text' }],
  ])('a list and a single value in place of the other are refused: %s.%s %j', async (of, name, value) => {
    const { status, errors } = await service.create(of, { [name]: value });
    expect(status).toBe(400);
    expect(errors[0]).toMatchObject({ code: '122', source: { pointer: `/data/attributes/${name}` } });
  });

  test.each<[string, string, (taken: string) => object]>([
    ['clients', 'code', (code) => ({ title: 't', code })],
    ['master_keywords', 'key_name', (key_name) => ({ key_name })],
  ])('%s with a duplicate %s', async (of, name, attributesOf) => {
    await aClient(service.db, { code: 'taken' });
    await aKeyword(service.db, { key_name: 'taken' });
    const other = of === 'clients' ? await aClient(service.db) : await aKeyword(service.db);
    const expected = { status: 422, errors: [{ code: '100', source: { pointer: `/data/attributes/${name}` } }] };
    expect(await service.create(of, attributesOf('taken'))).toMatchObject(expected);
    expect(await service.update(of, other.id, attributesOf('taken'))).toMatchObject(expected);
    for (let times = 0; times < 2; times++) {
      expect((await service.update(of, other.id, attributesOf('own'))).status).toBe(200);
    }
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
