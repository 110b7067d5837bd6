import Kitsu from 'kitsu';
import { beforeAll, expect, test } from 'vitest';
import { aDraft, aRoom } from '#test/builders.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
let origin: string;
let api: Kitsu;
beforeAll(async () => {
  origin = await service.listen();
  api = connect(service.tokens.admin);
});

/** Kitsu with a usual configuration. Every response is validated against the official JSON:API schema first. */
function connect(token: string) {
  const client = new Kitsu({
    baseURL: `${origin}/rapi/v1`,
    headers: { 'X-Access-Token': token },
    // Our types are already plural and in snake_case.
    resourceCase: 'none',
    camelCaseTypes: false,
    pluralize: false,
    // Serializes a list as `filter[x][]`; the service refuses Kitsu's alternative, a repeated parameter.
    query: 'modern',
    axiosOptions: { proxy: false },
  });
  client.interceptors.response.use((response) => {
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    checkDocument(structuredClone(response.data));
    return response;
  });
  return client;
}

/** The error Kitsu throws on a refusal. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ errors, response }) => ({ status: response.status, errors }),
  );

test('reads a list with include, filter, sort, page and fields', async () => {
  const room = await aRoom(service.db, { name: 'Lobby' });
  for (const text of ['first', 'second', 'third'])
    await aDraft(service.db, { room_id: room.id, message_content: text });
  await aDraft(service.db, { message_content: 'elsewhere' });
  const params = {
    include: 'room.users',
    filter: { content_or_room_name_like: 'lobby', in_review: 1 },
    sort: '-created_at_unix,-id',
    page: { number: 1, size: 2 },
    fields: { rooms: 'name,kind', support_draft_messages: 'message_content,room' },
  };
  const { data, meta, links, status } = await api.get('support_draft_messages', { params });
  expect(status).toBe(200);
  expect(data.map((draft: { message_content: string }) => draft.message_content)).toEqual(['third', 'second']);
  expect(data[0].room.data).toMatchObject({ id: String(room.id), type: 'rooms', name: 'Lobby', kind: 'support_room' });
  expect(meta).toEqual({ record_count: 3, page_count: 2 });

  // The link works even in a client with its own query serializer.
  const next = await api.request({ url: links.next, type: 'support_draft_messages' });
  expect(next.data.map((draft: { message_content: string }) => draft.message_content)).toEqual(['first']);
  expect(next.links).not.toHaveProperty('next');

  const ids = data.map(({ id }: { id: string }) => id);
  for (const id of [ids, ids.join(',')]) {
    const some = await api.get('support_draft_messages', { params: { filter: { id } } });
    expect(some.data.map((draft: { id: string }) => draft.id).sort()).toEqual([...ids].sort());
  }
});

test('creates, reads, updates, links and deletes', async () => {
  const room = await aRoom(service.db);
  const other = await aRoom(service.db);
  const words = [{ kind: 'text', content: 'Hello', settings: {} }];
  const link = (id: number) => ({ data: { type: 'rooms', id: String(id) } });
  const made = await api.create('suggestions', { suggestion_messages_data: words, room: link(room.id) });
  expect([made.status, made.headers.location]).toEqual([201, `${origin}/rapi/v1/suggestions/${made.data.id}`]);

  const path = `suggestions/${made.data.id}`;
  const read = await api.get(path, { params: { include: 'room' } });
  expect(read.data).toMatchObject({ suggestion_messages_data: words, room: { data: { id: String(room.id) } } });

  const more = [...words, { kind: 'text', content: 'Goodbye', settings: { tone: 'warm' } }];
  const updated = await api.update('suggestions', { id: made.data.id, suggestion_messages_data: more });
  expect([updated.status, updated.data.suggestion_messages_data]).toEqual([200, more]);

  const moved = await api.update('suggestions', { id: made.data.id, room: link(other.id) });
  expect(moved.data.room.data.id).toBe(String(other.id));
  const type = 'rooms';
  const back = { url: `${path}/relationships/room`, type, method: 'PATCH', body: { id: String(room.id) } };
  expect((await api.request(back)).data).toMatchObject({ type, id: String(room.id) });
  expect((await api.get(`${path}/room`)).data).toMatchObject({ type, id: String(room.id) });

  // Kitsu sends a body with DELETE, which the service ignores.
  expect(await api.remove('suggestions', made.data.id)).toMatchObject({ status: 200, meta: {} });
  expect(await refusal(api.get(path))).toMatchObject({ status: 404, errors: [{ code: '404', title: 'Not Found' }] });
});

test('adds to a relationship and lists its members', async () => {
  const { db, userIds } = service;
  const room = await aRoom(db, {}, [userIds.agent]);
  const members = `rooms/${room.id}/relationships/users`;
  await api.create(members, [{ id: String(userIds.reviewer) }]);
  const { data } = await api.get(members);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([String(userIds.agent), String(userIds.reviewer)]);
  const people = await api.get(`rooms/${room.id}/users`, { params: { sort: '-name' } });
  expect(people.data.map(({ name }: { name: string }) => name)).toEqual(['Sam reviewer', 'Sam agent']);
});

test('approves a draft', async () => {
  const { id } = await aDraft(service.db);
  const reviewer = connect(service.tokens.reviewer);
  const url = `support_draft_messages/${id}/approve`;
  const body = { comment: 'Well said' };
  const approved = await reviewer.request({
    url,
    type: 'support_draft_messages',
    method: 'PUT',
    body: { id, ...body },
  });
  expect(approved.data).toMatchObject({ status: 'approved', comment: 'Well said' });
});

test('reports errors', async () => {
  expect(await refusal(api.create('master_keywords', { key_name: '', key_title: 'x' }))).toMatchObject({
    status: 422,
    errors: [{ status: '422', code: '100', source: { pointer: '/data/attributes/key_name' } }],
  });
  expect(await refusal(api.get('rooms', { params: { sort: 'nonsense' } }))).toMatchObject({
    status: 400,
    errors: [{ code: '114', source: { parameter: 'sort' } }],
  });
  expect(await refusal(connect('cs_wrong').get('rooms'))).toMatchObject({
    status: 401,
    errors: [{ title: 'Unauthorized' }],
  });
});
