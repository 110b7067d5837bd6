import { expect } from 'vitest';
import { aClient, aDraft, aKeyword, aResolvedDraft, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import type { ENDPOINTS } from './documented.ts';
import { type Check, type Checks, DRAFTS, type Fixtures } from './fixtures.ts';

type Make = (fixtures: Fixtures) => Promise<{ id: number }>;

const find =
  (type: string, make: Make): Check =>
  async (fixtures) => {
    const { id } = await make(fixtures);
    const { status, record } = await fixtures.get(`/${type}/${id}`);
    expect([status, record.type, record.id]).toEqual([200, type, String(id)]);
  };

const search =
  (type: string, make: Make): Check =>
  async (fixtures) => {
    const { id } = await make(fixtures);
    const { status, records } = await fixtures.get(`/${type}?sort=-id`);
    expect([status, records[0]?.id]).toEqual([200, String(id)]);
  };

const create =
  (type: string, attributes: (fixtures: Fixtures) => object): Check =>
  async (fixtures) => {
    const { status, record, headers } = await fixtures.write('POST', `/${type}`, {
      type,
      attributes: attributes(fixtures),
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(record.links?.self);
    expect((await fixtures.get(`/${type}/${record.id}`)).record).toEqual(record);
  };

const update =
  (type: string, make: Make, attributes: object): Check =>
  async (fixtures) => {
    const id = String((await make(fixtures)).id);
    const { status, record } = await fixtures.write('PUT', `/${type}/${id}`, { type, id, attributes });
    expect([status, record.attributes]).toEqual([200, expect.objectContaining(attributes)]);
  };

const remove =
  (type: string, make: Make): Check =>
  async (fixtures) => {
    const { id } = await make(fixtures);
    expect(await fixtures.send('DELETE', `/${type}/${id}`)).toMatchObject({ status: 200, document: { meta: {} } });
    expect((await fixtures.get(`/${type}/${id}`)).status).toBe(404);
  };

const suggestion: Make = ({ db }) => aSuggestion(db);
const room: Make = ({ db }) => aRoom(db);
const draft: Make = ({ db }) => aDraft(db);
const client: Make = ({ db }) => aClient(db);
const keyword: Make = ({ db }) => aKeyword(db);
const messages = [{ kind: 'text', content: 'Hello', settings: {} }];

const verdict =
  (action: string, expected: string): Check =>
  async (fixtures) => {
    const { id } = await draft(fixtures);
    const { status, record } = await fixtures.send('PUT', `/${DRAFTS}/${id}/${action}`, { as: 'reviewer' });
    expect([status, record.attributes?.status]).toEqual([200, expected]);
  };

const verdictOnRoom =
  (action: string, expected: string): Check =>
  async (fixtures) => {
    const { id, room_id } = await aDraft(fixtures.db);
    const { status, records } = await fixtures.send('PUT', `/rooms/${room_id}/${action}_${DRAFTS}`, { as: 'reviewer' });
    expect(status).toBe(200);
    expect(records.map((record) => [record.id, record.attributes?.status])).toEqual([[String(id), expected]]);
  };

const roomOf =
  (action: string): Check =>
  async (fixtures) => {
    const person = String((await aUser(fixtures.db)).id);
    const send = () =>
      fixtures.write('POST', `/rooms/${action}`, { type: 'rooms', attributes: { user_ids: [person] } });
    const [made, found] = [await send(), await send()];
    expect([made.status, found.status, found.record.id]).toEqual([201, 200, made.record.id]);
  };

export const endpointChecks: Checks<(typeof ENDPOINTS)[number]> = {
  'GET /suggestions/{id}': find('suggestions', suggestion),
  'GET /suggestions': search('suggestions', suggestion),
  'POST /suggestions': create('suggestions', ({ ids }) => ({
    room_id: String(ids.active),
    suggestion_messages_data: messages,
  })),
  'PUT /suggestions/{id}': update('suggestions', suggestion, { suggestion_messages_data: messages }),
  'DELETE /suggestions/{id}': remove('suggestions', suggestion),
  'GET /rooms/{id}': find('rooms', room),
  'GET /rooms': search('rooms', room),
  'POST /rooms': create('rooms', () => ({ name: 'New' })),
  'PUT /rooms/{id}': update('rooms', room, { name: 'Other' }),
  'DELETE /rooms/{id}': remove('rooms', room),
  'GET /rooms/{id}/history': async ({ get, ids }) => {
    const { status, records } = await get(`/rooms/${ids.active}/history`);
    expect([status, records.map((record) => record.attributes?.content)]).toEqual([200, ['From staff']]);
  },
  'PUT /rooms/{id}/approve_support_draft_messages': verdictOnRoom('approve', 'approved'),
  'PUT /rooms/{id}/reject_support_draft_messages': verdictOnRoom('reject', 'rejected'),
  'POST /rooms/create_or_find_group_room': roomOf('create_or_find_group_room'),
  'POST /rooms/create_or_find_direct_room': roomOf('create_or_find_direct_room'),
  'GET /rooms/room_counts': async ({ get }) => {
    const { status, meta } = await get('/rooms/room_counts');
    expect([status, meta.room_counts]).toEqual([200, expect.objectContaining({ all: expect.any(Number) })]);
  },
  'GET /support_draft_messages/{id}': find(DRAFTS, draft),
  'GET /support_draft_messages': search(DRAFTS, draft),
  'POST /support_draft_messages': create(DRAFTS, ({ ids }) => ({ room_id: String(ids.active), message_content: 'Hi' })),
  'PUT /support_draft_messages/{id}': update(DRAFTS, draft, { message_content: 'Other' }),
  'DELETE /support_draft_messages/{id}': remove(DRAFTS, draft),
  'PUT /support_draft_messages/mark_read_all_resolved': async ({ db, send, userIds }) => {
    const { id } = await aResolvedDraft(db, userIds.admin, { created_user_id: userIds.supervisor });
    const { status, records } = await send('PUT', `/${DRAFTS}/mark_read_all_resolved`, { as: 'supervisor' });
    expect([status, records.map((record) => record.id)]).toEqual([200, [String(id)]]);
  },
  'PUT /support_draft_messages/{id}/approve': verdict('approve', 'approved'),
  'PUT /support_draft_messages/{id}/reject': verdict('reject', 'rejected'),
  'PUT /support_draft_messages/{id}/mark_read': async ({ db, send, userIds }) => {
    const { id } = await aResolvedDraft(db, userIds.admin, { created_user_id: userIds.agent });
    const { record } = await send('PUT', `/${DRAFTS}/${id}/mark_read`, { as: 'agent' });
    expect(record.attributes?.create_user_resolved_read_time_unix).toBeGreaterThan(0);
  },
  'GET /clients/{id}': find('clients', client),
  'GET /clients': search('clients', client),
  'POST /clients': create('clients', () => ({ title: 'New' })),
  'PUT /clients/{id}': update('clients', client, { title: 'Other' }),
  'DELETE /clients/{id}': remove('clients', client),
  'POST /clients/{id}/login': async ({ get, ids, send }) => {
    const { status, record, meta } = await send('POST', `/clients/${ids.client}/login`);
    expect([status, record.id]).toEqual([200, String(ids.client)]);
    expect((await get('/rooms', { token: String(meta.access_token) })).records).toHaveLength(1);
  },
  'GET /master_keywords/{id}': find('master_keywords', keyword),
  'GET /master_keywords': search('master_keywords', keyword),
  'POST /master_keywords': create('master_keywords', () => ({ key_name: 'new key' })),
  'PUT /master_keywords/{id}': update('master_keywords', keyword, { key_title: 'Other' }),
  'DELETE /master_keywords/{id}': remove('master_keywords', keyword),
};
