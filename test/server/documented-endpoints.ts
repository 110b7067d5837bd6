import { expect } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { aClient, aDraft, aKeyword, aMessage, aResolvedDraft, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';

type Check = (service: TestService) => Promise<void>;
type Make = (db: TestService['db']) => Promise<{ id: number }>;

const DRAFTS = 'support_draft_messages';

const find =
  (type: string, make: Make): Check =>
  async ({ db, send }) => {
    const { id } = await make(db);
    const { status, headers, record } = await send('GET', `/${type}/${id}`);
    expect([status, headers.get('content-type')]).toEqual([200, MEDIA_TYPE]);
    expect([record.type, record.id]).toEqual([type, String(id)]);
  };

const search =
  (type: string, make: Make): Check =>
  async ({ db, send }) => {
    const { id } = await make(db);
    const { status, records } = await send('GET', `/${type}?sort=-id`);
    expect([status, records[0]?.type, records[0]?.id]).toEqual([200, type, String(id)]);
  };

const create =
  (type: string, attributesOf: (service: TestService) => object): Check =>
  async (service) => {
    const { status, record, headers } = await service.create(type, attributesOf(service));
    expect([status, headers.get('content-type')]).toEqual([201, MEDIA_TYPE]);
    expect(headers.get('location')).toBe(`http://harbor.test/rapi/v1/${type}/${record.id}`);
    expect((await service.send('GET', `/${type}/${record.id}`)).record).toEqual(record);
  };

const update =
  (type: string, make: Make, attributes: object): Check =>
  async (service) => {
    const { status, record } = await service.update(type, (await make(service.db)).id, attributes);
    expect([status, record.attributes]).toEqual([200, expect.objectContaining(attributes)]);
  };

const remove =
  (type: string, make: Make): Check =>
  async ({ db, send }) => {
    const { id } = await make(db);
    expect(await send('DELETE', `/${type}/${id}`)).toMatchObject({ status: 200, document: { meta: {} } });
    expect((await send('GET', `/${type}/${id}`)).status).toBe(404);
  };

/** The five operations that every documented resource has. */
const everyOperation = (
  type: string,
  make: Make,
  created: (service: TestService) => object,
  changed: object,
): Record<string, Check> => ({
  [`GET /${type}/{id}`]: find(type, make),
  [`GET /${type}`]: search(type, make),
  [`POST /${type}`]: create(type, created),
  [`PUT /${type}/{id}`]: update(type, make, changed),
  [`DELETE /${type}/{id}`]: remove(type, make),
});

const verdict =
  (action: string, expected: string): Check =>
  async ({ db, send }) => {
    const { id } = await aDraft(db);
    const { status, record } = await send('PUT', `/${DRAFTS}/${id}/${action}`, { as: 'reviewer' });
    expect([status, record.attributes?.status]).toEqual([200, expected]);
  };

const verdictOnRoom =
  (action: string, expected: string): Check =>
  async ({ db, send }) => {
    const { id, room_id } = await aDraft(db);
    const { status, records } = await send('PUT', `/rooms/${room_id}/${action}_${DRAFTS}`, { as: 'reviewer' });
    expect(status).toBe(200);
    expect(records.map((record) => [record.id, record.attributes?.status])).toEqual([[String(id), expected]]);
  };

const roomOf =
  (action: string): Check =>
  async ({ db, send }) => {
    const body = { data: { type: 'rooms', attributes: { user_ids: [String((await aUser(db)).id)] } } };
    const ask = () => send('POST', `/rooms/${action}`, { body });
    const [made, found] = [await ask(), await ask()];
    expect([made.status, found.status, found.record.id]).toEqual([201, 200, made.record.id]);
  };

const messages = [{ kind: 'text', content: 'Hello', settings: {} }];
const inRoom = ({ guestRoomId }: TestService) => ({ room_id: String(guestRoomId) });

/** The endpoints of the service's documentation, each with its check. */
export const documentedEndpoints: Readonly<Record<string, Check>> = {
  ...everyOperation(
    'suggestions',
    aSuggestion,
    (service) => ({ ...inRoom(service), suggestion_messages_data: messages }),
    { suggestion_messages_data: messages },
  ),
  ...everyOperation('rooms', aRoom, () => ({ name: 'New' }), { name: 'Other' }),
  'GET /rooms/{id}/history': async ({ db, send }) => {
    const { id } = await aRoom(db);
    await aMessage(db, { room_id: id, content: 'From staff' });
    const { status, records } = await send('GET', `/rooms/${id}/history`);
    expect([status, records.map((record) => record.attributes?.content)]).toEqual([200, ['From staff']]);
  },
  [`PUT /rooms/{id}/approve_${DRAFTS}`]: verdictOnRoom('approve', 'approved'),
  [`PUT /rooms/{id}/reject_${DRAFTS}`]: verdictOnRoom('reject', 'rejected'),
  'POST /rooms/create_or_find_group_room': roomOf('create_or_find_group_room'),
  'POST /rooms/create_or_find_direct_room': roomOf('create_or_find_direct_room'),
  'GET /rooms/room_counts': async ({ send }) => {
    const { status, meta } = await send('GET', '/rooms/room_counts');
    expect([status, meta.room_counts]).toEqual([200, expect.objectContaining({ all: expect.any(Number) })]);
  },
  ...everyOperation(DRAFTS, aDraft, (service) => ({ ...inRoom(service), message_content: 'Hi' }), {
    message_content: 'Other',
  }),
  [`PUT /${DRAFTS}/mark_read_all_resolved`]: async ({ db, send, userIds }) => {
    const { id } = await aResolvedDraft(db, userIds.admin, { created_user_id: userIds.supervisor });
    const { status, records } = await send('PUT', `/${DRAFTS}/mark_read_all_resolved`, { as: 'supervisor' });
    expect([status, records.map((record) => record.id)]).toEqual([200, [String(id)]]);
  },
  [`PUT /${DRAFTS}/{id}/approve`]: verdict('approve', 'approved'),
  [`PUT /${DRAFTS}/{id}/reject`]: verdict('reject', 'rejected'),
  [`PUT /${DRAFTS}/{id}/mark_read`]: async ({ db, send, userIds }) => {
    const { id } = await aResolvedDraft(db, userIds.admin, { created_user_id: userIds.agent });
    const { record } = await send('PUT', `/${DRAFTS}/${id}/mark_read`, { as: 'agent' });
    expect(record.attributes?.create_user_resolved_read_time_unix).toBeGreaterThan(0);
  },
  ...everyOperation('clients', aClient, () => ({ title: 'New' }), { title: 'Other' }),
  'POST /clients/{id}/login': async ({ db, send }) => {
    const { id } = await aClient(db);
    const { status, record, meta } = await send('POST', `/clients/${id}/login`);
    expect([status, record.id]).toEqual([200, String(id)]);
    expect((await send('GET', '/rooms', { token: String(meta.access_token) })).records).toHaveLength(1);
  },
  ...everyOperation('master_keywords', aKeyword, () => ({ key_name: 'new key' }), { key_title: 'Other' }),
};
