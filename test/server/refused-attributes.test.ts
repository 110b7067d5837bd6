import { expect, test } from 'vitest';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

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

test('a direct room needs no name', async () => {
  const { status, record } = await service.create('rooms', { kind: 'direct_room' });
  expect([status, record.attributes?.name]).toEqual([201, null]);
});

const { id: room } = await aRoom(service.db);
const { id: directRoom } = await aRoom(service.db, { kind: 2 });
const { id: client } = await aClient(service.db);
const { id: keyword } = await aKeyword(service.db, { key_name: 'in use' });
await aClient(service.db, { code: 'in use' });

/**
 * Creates a record, or updates it if the path ends with an id. Returns the status of the response and of every error in
 * it, and for each error the attribute, or the path below `data`, and the code.
 */
async function faultsOf(path: string, data: object) {
  const [type, id] = path.split('/');
  const body = { data: { type, id, ...data } };
  const { status, errors } = await service.send(id ? 'PUT' : 'POST', `/${path}`, { body });
  expect(new Set(errors.map((error) => error.status))).toEqual(new Set([String(status)]));
  const named = errors.map(({ code, source }) => `${source?.pointer?.replace(/^.data.(attributes.)?/, '')} ${code}`);
  return `${status} ${named.join(', ')}`;
}

const DRAFTS = 'support_draft_messages';
const room_id = String(service.guestRoomId);
const blank = { message_content: '' };
const text = { message_content: 'Ahoy' };
const parts = (suggestion_messages_data: unknown) => ({ room_id, suggestion_messages_data });

test.each<[path: string, attributes: object, faults: string]>([
  // In the order of the attributes, then those that are missing; all with 400 if one is malformed.
  ['rooms', { enabled: 'x', name: 7 }, '422 enabled 100, name 100'],
  ['rooms', { name: 7, enabled: 'x' }, '422 name 100, enabled 100'],
  ['rooms', { b: 1, name: 7, a: 1 }, '400 b 105, name 100, a 105'],
  ['clients', {}, '422 title 100'],
  ['suggestions', { room_id }, '422 suggestion_messages_data 100'],
  ['suggestions', parts([]), '422 suggestion_messages_data 100'],
  ['suggestions', parts([{}]), '422 suggestion_messages_data/0/content 100'],
  // Only the service sets these, and the kind of a room only when it is created.
  ['rooms', { room_code: 'MINE' }, '400 room_code 105, name 100'],
  ['rooms', { is_external: true }, '400 is_external 105, name 100'],
  ['rooms', { created_at: '2020-01-01T00:00:00.000Z' }, '400 created_at 105, name 100'],
  [`rooms/${room}`, { kind: 'group_room' }, '400 kind 105'],
  ['clients', { title: 't', injectable_code: '<script>' }, '400 injectable_code 105'],
  [DRAFTS, { ...text, status: 'approved' }, '400 status 105, relationships/room 100'],
  [DRAFTS, { ...text, room_id, resolved_time_unix: 1 }, '400 resolved_time_unix 105'],
  [DRAFTS, { ...text, room_id, created_user_id: '1' }, '400 created_user_id 105'],
  [DRAFTS, { ...text, room_id, created_at_unix: 1 }, '400 created_at_unix 105'],
  [DRAFTS, { ...text, room_id, updated_at_unix: 1 }, '400 updated_at_unix 105'],
  // A list and a single value in place of the other.
  ['rooms', { name: ['A room'] }, '400 name 122'],
  ['rooms', { name: 'n', enabled: [true] }, '400 enabled 122'],
  ['rooms', { name: 'n', kind: ['group_room'] }, '400 kind 122'],
  ['rooms', { name: 'n', settings: [{}] }, '400 settings 122'],
  ['clients', { title: [] }, '400 title 122'],
  ['suggestions', parts('text'), '400 suggestion_messages_data 122'],
  ['suggestions', parts({ content: 'text' }), '400 suggestion_messages_data 122'],
  // The attribute `room_id` names the relationship `room`.
  [DRAFTS, text, '422 relationships/room 100'],
  [DRAFTS, { ...text, room_id: ['1'] }, '400 room_id 122'],
  [DRAFTS, { ...blank, room_id: ['1'] }, '400 message_content 100, room_id 122'],
  [DRAFTS, { ...blank, room_id: '999999' }, '422 message_content 100, relationships/room 404'],
  [DRAFTS, { ...text, room_id: '999999' }, '404 relationships/room 404'],
  [DRAFTS, { ...text, room_id: '' }, '404 relationships/room 404'],
  // Direct rooms need no name.
  ['rooms', {}, '422 name 100'],
  ['rooms', { name: ' ' }, '422 name 100'],
  ['rooms', { is_private: 'yes', description: 5 }, '422 is_private 100, description 100, name 100'],
  [`rooms/${room}`, { name: '', description: 7 }, '422 name 100, description 100'],
  [`rooms/${room}`, { description: 7, name: null }, '422 description 100, name 100'],
  [`rooms/${room}`, { room_code: 'x', name: ' ' }, '400 room_code 105, name 100'],
  [`rooms/${room}`, { name: 7 }, '422 name 100'],
  [`rooms/${directRoom}`, { name: null, description: 7 }, '422 description 100'],
  // Values that are taken, but not by the record itself, or blank.
  ['master_keywords', { key_name: 'in use', key_title: 5 }, '422 key_name 100, key_title 100'],
  [`master_keywords/${keyword}`, { key_name: 'in use', key_title: 5 }, '422 key_title 100'],
  ['clients', { title: 5, code: 'in use' }, '422 title 100, code 100'],
  [`clients/${client}`, { code: 'in use', title: 5 }, '422 code 100, title 100'],
  [`clients/${client}`, { code: ' ', title: 5 }, '422 code 100, title 100'],
])('all faults are reported together: %s %j', async (path, attributes, faults) => {
  expect(await faultsOf(path, { attributes })).toBe(faults);
});

test('faults are reported in the order of the whole body, at every depth, and missing members last', async () => {
  const attributes = { suggestion_messages_data: [{ content: 'a' }, { content: 5, x: 1, kind: 7 }, { settings: 1 }] };
  const inParts = ['1', '1/content', '1/kind', '2/settings', '2/content']
    .map((part) => `suggestion_messages_data/${part} 100`)
    .join(', ');
  const relationships = { x: { data: null }, room: { data: 7 } };
  const inLinks = 'relationships/x 105, relationships/room/data 122';
  const of = (data: object) => faultsOf('suggestions', data);
  expect(await of({ relationships, attributes })).toBe(`400 ${inLinks}, ${inParts}`);
  expect(await of({ attributes, relationships })).toBe(`400 ${inParts}, ${inLinks}`);
  expect(await of({ attributes })).toBe(`422 ${inParts}, relationships/room 100`);
  expect(await of({ relationships })).toBe(`400 ${inLinks}, suggestion_messages_data 100`);
  expect(await of({})).toBe('422 suggestion_messages_data 100, relationships/room 100');
  expect(await faultsOf(DRAFTS, { attributes: { kind: 7 }, relationships: { rooms: {}, room: [], clients: {} } })).toBe(
    '400 kind 100, message_content 100, relationships/rooms 105, relationships/room 122, relationships/clients 105',
  );
  expect(await faultsOf(DRAFTS, { attributes: { room_id: ['1'], ...blank }, relationships: { room: 7 } })).toBe(
    '400 room_id 122, message_content 100, relationships/room 122',
  );
});

test('each fault is described in a sentence', async () => {
  const { errors } = await service.create('suggestions', {
    suggestion_messages_data: [{ kind: 'text' }, { content: 7 }],
  });
  expect(errors.map((error) => [error.code, error.source?.pointer, error.detail])).toEqual([
    ['100', '/data/attributes/suggestion_messages_data/0/content', 'Required.'],
    ['100', '/data/attributes/suggestion_messages_data/1/content', 'Must be text.'],
    ['100', '/data/relationships/room', 'Required.'],
  ]);
});

test('a blank value is named as such', async () => {
  const { errors } = await service.update('clients', client, { code: ' ' });
  expect(errors).toMatchObject([{ status: '422', meta: { issue: { code: 'blank' } } }]);
});
