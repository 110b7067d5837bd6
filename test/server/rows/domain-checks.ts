import { expect } from 'vitest';
import { aClient, aDraft, aMember, aMessage, aRoom, aUser } from '#test/builders.ts';
import { createService } from '#test/service.ts';
import { type Check, DAY, DRAFTS, LONG_AGO_UNIX, type World } from './world.ts';

const idsOf = async (answer: ReturnType<World['send']>) => (await answer).records.map(({ id }) => Number(id));
const statusOf = async (answer: ReturnType<World['send']>) => (await answer).status;
const say = ({ write }: World, roomId: number, as: 'guest' | 'agent') =>
  write('POST', '/messages', { type: 'messages', attributes: { content: 'Hi', room_id: String(roomId) } }, { as });

/** Checks of the other resources: behaviour, permissions and visibility. */
export const domainChecks = {
  'writable fields of rooms': async ({ write }) => {
    const given = {
      name: 'N',
      description: 'd',
      is_private: true,
      settings: {},
      enabled: false,
      awaiting_support: true,
    };
    const { record } = await write('POST', '/rooms', { type: 'rooms', attributes: given });
    expect(record.attributes).toMatchObject({ ...given, kind: 'group_room', is_external: false });
    expect(record.attributes?.room_code).toMatch(/^[A-Z2-9]{8}$/);
    const change = { type: 'rooms', id: record.id, attributes: { kind: 'direct_room' } };
    expect(await statusOf(write('PUT', `/rooms/${record.id}`, change))).toBe(400);
    const nameless = (kind: string) => statusOf(write('POST', '/rooms', { type: 'rooms', attributes: { kind } }));
    expect([await nameless('direct_room'), await nameless('group_room')]).toEqual([201, 422]);
  },
  'writable fields of suggestions': async ({ ids, write }) => {
    const create = (suggestion_messages_data: unknown) => {
      const attributes = { suggestion_messages_data, room_id: String(ids.active) };
      return write('POST', '/suggestions', { type: 'suggestions', attributes });
    };
    const { record } = await create([{ content: 'Hi' }]);
    expect(record.attributes?.suggestion_messages_data).toEqual([{ kind: 'text', content: 'Hi', settings: {} }]);
    for (const wrong of [[], [{}], 'text', undefined]) expect(await statusOf(create(wrong))).toBe(422);
  },
  'writable fields of clients': async ({ write }) => {
    const create = (attributes: object) => write('POST', '/clients', { type: 'clients', attributes });
    const { record } = await create({ title: 'T', default_embedded_css: 'a{}', settings: { x: 1 } });
    const { code } = record.attributes ?? {};
    expect(code).toMatch(/^[A-Z2-9]{8}$/);
    expect(record.attributes?.injectable_code).toContain('text/plain');
    expect([await statusOf(create({ title: 'U', code })), await statusOf(create({}))]).toEqual([422, 422]);
    expect(await statusOf(create({ title: 'V', injectable_code: 'x' }))).toBe(400);
  },
  'writable fields of keywords': async ({ write }) => {
    const create = (attributes: object) => write('POST', '/master_keywords', { type: 'master_keywords', attributes });
    const attributes = { key_name: 'unique', key_title: 'T', suggestions: 'opaque; text' };
    expect((await create(attributes)).record.attributes).toEqual(attributes);
    expect([await statusOf(create(attributes)), await statusOf(create({}))]).toEqual([422, 422]);
  },
  'messages and users': async (world) => {
    const { record } = await say(world, world.ids.quiet, 'agent');
    const names = ['content', 'kind', 'settings', 'created_at', 'created_at_unix'];
    expect(Object.keys(record.attributes ?? {})).toEqual(names);
    expect(Object.keys(record.relationships ?? {})).toEqual(['room', 'user']);
    const user = (await world.get(`/users/${world.ids.visitor}`)).record;
    expect(user.attributes).toEqual({ name: 'Vera', kind: 'visitor' });
  },
  'awaiting: a visitor begins it, staff end it': async (world) => {
    const awaits = async () => (await world.get(`/rooms/${world.guestRoomId}`)).record.attributes?.awaiting_support;
    await say(world, world.guestRoomId, 'guest');
    expect(await awaits()).toBe(true);
    await say(world, world.guestRoomId, 'agent');
    expect(await awaits()).toBe(false);
  },
  'awaiting: since when': async ({ get, ids }) => {
    expect((await get(`/rooms/${ids.asked}`)).record.meta?.awaiting_since_unix).toBe(5);
    expect((await get(`/rooms/${ids.active}`)).record.meta?.awaiting_since_unix).toBeNull();
  },
  'active support': async ({ db, get, ids, userIds }) => {
    const { id } = await aRoom(db);
    const path = '/rooms?filter[support_rooms_with_active_support]=1&page[size]=100';
    const isActive = async () => (await idsOf(get(path))).includes(id);
    const set = (columns: object) => db.updateTable('rooms').set(columns).where('id', '=', id).execute();
    await aMember(db, id, ids.visitor);
    expect(await isActive()).toBe(false);
    await aMember(db, id, userIds.agent);
    expect(await isActive()).toBe(true);
    for (const [columns, undo] of [
      [{ enabled: 0 }, { enabled: 1 }],
      [{ awaiting_support: 1 }, { awaiting_support: 0 }],
    ] as const) {
      await set(columns);
      expect(await isActive()).toBe(false);
      await set(undo);
    }
  },
  'scope filters given 0': async ({ get, ids }) => {
    const found = await idsOf(get('/rooms?filter[private_rooms]=0&page[size]=100'));
    expect(found).toEqual(expect.arrayContaining([ids.active, ids.asked]));
  },
  'filters combine with AND': async ({ get, ids }) => {
    const asked = 'filter[private_rooms]=1&filter[kind]=support_room&filter[name]=Asked%20100%25';
    expect(await idsOf(get(`/rooms?${asked}`))).toEqual([ids.asked]);
    expect(await idsOf(get('/rooms?filter[name]=Active&filter[private_rooms]=1'))).toEqual([]);
  },
  'text filters are literal and case-blind': async ({ get, ids }) => {
    expect(await idsOf(get('/rooms?filter[name_like]=ASKED%20100%25'))).toEqual([ids.asked]);
    expect(await idsOf(get('/rooms?filter[name_like]=a_k'))).toEqual([]);
    expect(await idsOf(get(`/${DRAFTS}?filter[content_or_room_name_like]=Y%2050%25`))).toEqual([ids.open]);
  },
  sort_unread_read_for_user_id: async ({ db, get, ids, userIds }) => {
    await aMessage(db, { room_id: ids.staff, created_at_unix: 1 });
    const path = `/rooms?filter[sort_unread_read_for_user_id]=${userIds.agent}&page[size]=100`;
    const order = await idsOf(get(path));
    expect(order[0]).toBe(ids.staff);
    expect(order).toContain(ids.quiet);
  },
  'days of the tenant’s time zone': async () => {
    const service = await createService({ timeZone: 'Asia/Tokyo' });
    const { id } = await aDraft(service.db, { created_at_unix: LONG_AGO_UNIX });
    const from = (unix: number) => idsOf(service.send('GET', `/${DRAFTS}?filter[from_created_at]=${unix}`));
    // The draft is of 09:01 in Tokyo: its local day ends within fifteen hours, before the UTC day.
    expect([await from(LONG_AGO_UNIX + 14 * 3_600), await from(LONG_AGO_UNIX + 15 * 3_600)]).toEqual([[id], []]);
    await service.close();
  },
  'action: create_or_find_direct_room': async ({ db, write }) => {
    const user_id = String((await aUser(db)).id);
    const send = () => write('POST', '/rooms/create_or_find_direct_room', { type: 'rooms', attributes: { user_id } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
  },
  'action: create_or_find_group_room': async ({ db, write }) => {
    const user_ids = [String((await aUser(db)).id), String((await aUser(db)).id)];
    const send = async (attributes: object) => {
      const { status, record } = await write('POST', '/rooms/create_or_find_group_room', { type: 'rooms', attributes });
      return [status, record.id];
    };
    const [created, id] = await send({ user_ids });
    expect([created, await send({ user_ids: user_ids.toReversed() })]).toEqual([201, [200, id]]);
    expect((await send({ user_ids, name: 'Another' }))[0]).toBe(201);
  },
  'action: room_counts': async ({ get }) => {
    const names = ['all', 'support_room', 'direct_room', 'group_room', 'awaiting_support', 'active_support', 'unread'];
    const { meta } = await get('/rooms/room_counts?filter[private_rooms]=1');
    expect(Object.keys(meta.room_counts ?? {})).toEqual(names);
    const counted = async (filter: string) => (await get(`/rooms?filter[private_rooms]=1${filter}`)).meta.record_count;
    expect(meta.room_counts).toMatchObject({
      all: await counted(''),
      group_room: await counted('&filter[kind]=group_room'),
    });
  },
  'action: history': async ({ db, get }) => {
    const { id } = await aRoom(db);
    const user_id = (await aUser(db)).id;
    const made = [];
    for (let number = 0; number < 3; number++) made.push((await aMessage(db, { room_id: id, user_id })).id);
    const { records, included, meta } = await get(`/rooms/${id}/history?page[size]=2&include=user`);
    expect(records.map((record) => Number(record.id))).toEqual([made[2], made[1]]);
    expect([included.length, meta.page_count]).toEqual([1, 2]);
  },
  'action: login': async ({ db, get, send }) => {
    const { id } = await aClient(db);
    const { record, meta } = await send('POST', `/clients/${id}/login`);
    expect([record.id, Object.keys(meta).sort()]).toEqual([String(id), ['access_token', 'expires_at_unix', 'user_id']]);
    expect(Number(meta.expires_at_unix)).toBeGreaterThan(Date.now() / 1000 + DAY - 60);
    const self = await get('/users?filter[current_user]=1', { token: String(meta.access_token) });
    expect(self.records[0]?.id).toBe(meta.user_id);
  },
  'literal paths win': async ({ get, send }) => {
    expect((await get('/rooms/room_counts')).meta).toHaveProperty('room_counts');
    expect(await statusOf(send('PUT', `/${DRAFTS}/mark_read_all_resolved`))).toBe(200);
  },
  'callers: what each role may do': async ({ db, send, write }) => {
    const draft = async () => `/${DRAFTS}/${(await aDraft(db)).id}/approve`;
    const room = async () => `/rooms/${(await aRoom(db)).id}`;
    const keyword = (as: 'supervisor' | 'admin') =>
      statusOf(write('POST', '/master_keywords', { type: 'master_keywords', attributes: { key_name: as } }, { as }));
    expect(await statusOf(send('PUT', await draft(), { as: 'agent' }))).toBe(403);
    expect(await statusOf(send('PUT', await draft(), { as: 'reviewer' }))).toBe(200);
    expect(await statusOf(send('DELETE', await room(), { as: 'reviewer' }))).toBe(403);
    expect(await statusOf(send('DELETE', await room(), { as: 'supervisor' }))).toBe(200);
    expect([await keyword('supervisor'), await keyword('admin')]).toEqual([403, 201]);
  },
  'callers: a guest has one room': async ({ get, guestRoomId, ids }) => {
    expect(await idsOf(get('/rooms', { as: 'guest' }))).toEqual([guestRoomId]);
    expect(await statusOf(get(`/rooms/${ids.active}`, { as: 'guest' }))).toBe(404);
    expect(await statusOf(get(`/${DRAFTS}`, { as: 'guest' }))).toBe(403);
  },
  'tenants: a host, nothing of another': async ({ addTenant, app, get, ids }) => {
    const tenant = await addTenant('apart');
    const foreign = await get(`/rooms/${ids.quiet}`, { tenant });
    expect(foreign.document).toEqual((await get('/rooms/999999', { tenant })).document);
    expect((await get('/rooms', { tenant })).meta.record_count).toBe(1);
    expect((await app.inject({ url: '/rapi/v1/rooms', headers: { host: 'nobody.test' } })).statusCode).toBe(404);
  },
} satisfies Record<string, Check>;
