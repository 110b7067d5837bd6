import { expect } from 'vitest';
import { aDraft, aKeyword, aRoom } from '#test/builders.ts';
import { type Check, DRAFTS, type World } from './world.ts';

const KEYWORDS = 'master_keywords';

/** Status, code and parameter of a response's first error. */
const fault = async (answer: ReturnType<World['send']>) => {
  const { status, errors } = await answer;
  return [status, errors[0]?.code, errors[0]?.source?.parameter];
};

const refusesQuery =
  (...faults: [query: string, code: string, parameter: string][]): Check =>
  async ({ get }) => {
    for (const [query, code, parameter] of faults) {
      expect(await fault(get(`/rooms?${query}`))).toEqual([400, code, parameter]);
    }
  };

const idsOf = async (answer: ReturnType<World['send']>) => (await answer).records.map(({ id }) => Number(id));

/** Checks of the protocol decisions on reading. */
export const readingChecks = {
  'list body': async ({ get }) => {
    const { document } = await get('/users?page[size]=2&page[number]=2&sort=id');
    const text = expect.any(String);
    expect(document).toEqual({
      data: expect.any(Array),
      meta: { record_count: expect.any(Number), page_count: expect.any(Number) },
      links: { first: text, last: text, prev: text, next: text },
    });
  },
  'record_count above 10,000': async ({ db, get }) => {
    const { id } = await aRoom(db);
    const message = { room_id: id, content: 'x', kind: 'text', settings: '{}', created_at_unix: 0, created_at_ms: 0 };
    const batch = Array.from({ length: 1_000 }, () => message);
    for (let times = 0; times < 11; times++) await db.insertInto('messages').values(batch).execute();
    const { meta, links } = await get(`/messages?filter[room_id]=${id}`);
    expect(meta).toEqual({ record_count: 10_000, record_count_is_minimum: true });
    expect(links).not.toHaveProperty('last');
    await db.deleteFrom('rooms').where('id', '=', id).execute();
  },
  'page past the end': async ({ get }) => {
    const { status, records, links } = await get('/users?page[number]=99');
    expect([status, records, Object.keys(links).sort()]).toEqual([200, [], ['first', 'last', 'prev']]);
  },
  'page values out of range': refusesQuery(
    ['page[size]=101', '118', 'page[size]'],
    ['page[size]=0', '118', 'page[size]'],
    ['page[size]=x', '118', 'page[size]'],
    ['page[number]=0', '118', 'page[number]'],
  ),
  'unknown page key, unknown parameter': async ({ get }) => {
    expect((await get('/rooms?page[offset]=3&nonsense=1')).status).toBe(200);
  },
  'default order': async ({ get }) => {
    const ids = await idsOf(get('/users'));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const alike = await idsOf(get('/users?sort=kind&filter[kind]=staff'));
    expect(alike).toEqual([...alike].sort((a, b) => a - b));
  },
  'single record': async ({ get, ids }) => {
    const { record } = await get(`/rooms/${ids.active}`);
    expect(Object.keys(record)).toEqual(['id', 'type', 'links', 'attributes', 'relationships', 'meta']);
    expect(record.relationships?.users).toEqual({ links: { self: expect.any(String), related: expect.any(String) } });
    const draft = (await get(`/${DRAFTS}/${ids.open}`)).record;
    expect(draft.relationships?.resolved_user).toEqual({ links: expect.any(Object), data: null });
  },
  'null attributes': async ({ get, ids }) => {
    const { attributes } = (await get(`/${DRAFTS}/${ids.open}`)).record;
    expect(attributes).toMatchObject({ comment: null, resolved_time_unix: null });
  },
  'what the caller may do': async ({ get, ids }) => {
    const can = async (as: 'agent' | 'reviewer') => (await get(`/${DRAFTS}/${ids.open}`, { as })).record.meta?.can;
    expect(await can('agent')).toEqual(['update', 'delete']);
    expect(await can('reviewer')).toEqual(['update', 'delete', 'approve', 'reject']);
  },
  'linkage by GET': async ({ get, ids }) => {
    const linkage = async (path: string) => (await get(path)).document;
    expect(await linkage(`/${DRAFTS}/${ids.open}/relationships/room`)).toEqual({
      links: { self: expect.any(String), related: expect.any(String) },
      data: { type: 'rooms', id: String(ids.asked) },
    });
    expect(await linkage(`/${DRAFTS}/${ids.open}/relationships/resolved_user`)).toMatchObject({ data: null });
    expect(await linkage(`/rooms/${ids.quiet}/relationships/messages`)).toMatchObject({ data: [] });
  },
  'related by GET': async ({ get, ids }) => {
    expect((await get(`/${DRAFTS}/${ids.open}/room`)).record.id).toBe(String(ids.asked));
    expect((await get(`/${DRAFTS}/${ids.open}/resolved_user`)).document).toMatchObject({ data: null });
    const list = await get(`/rooms/${ids.staff}/users?page[size]=1&sort=-id&filter[kind]=staff`);
    expect([list.records.length, list.meta.record_count]).toEqual([1, 2]);
  },
  'related record by its id': async ({ get, ids }) => {
    expect((await get(`/rooms/${ids.staff}/relationships/users/${ids.visitor}`)).status).toBe(404);
    expect((await get(`/rooms/${ids.asked}/relationships/users/${ids.visitor}`)).record.type).toBe('users');
  },
  included: async ({ get, ids }) => {
    const { included } = await get(`/${DRAFTS}?include=room.users,room&filter[id]=${ids.old},${ids.approved}`);
    const rooms = included.filter(({ type }) => type === 'rooms');
    expect([rooms.length, rooms[0]?.relationships?.users?.data]).toEqual([
      1,
      [expect.objectContaining({ type: 'users' })],
    ]);
    const none = await get(`/rooms?filter[id]=${ids.quiet}&include=messages`);
    expect(none.document).toMatchObject({ included: [] });
  },
  'unknown include, sort, field, field type': refusesQuery(
    ['include=x', '112', 'include'],
    ['sort=x', '114', 'sort'],
    ['fields[rooms]=x', '104', 'fields[rooms]'],
    ['fields[x]=x', '101', 'fields[x]'],
  ),
  sortable: async ({ get }) => {
    expect((await get('/rooms?sort=id,-name,kind,created_at')).status).toBe(200);
    expect((await get('/rooms?sort=settings')).status).toBe(400);
    expect((await get('/rooms?sort=&include=')).status).toBe(200);
  },
  'unknown filter': async ({ get }) => {
    const { errors } = await get('/suggestions?filter[x]=1');
    expect([errors[0]?.code, errors[0]?.detail]).toEqual(['102', expect.stringMatching(/^x .*id, room_id/)]);
  },
  'filter with commas': async ({ db, get }) => {
    const made = [];
    for (const name of ['One', 'Two, too', 'T"hree']) made.push((await aRoom(db, { name })).id);
    const [one, two, three] = made;
    const byName = (value: string) => idsOf(get(`/rooms?filter[name]=${encodeURIComponent(value)}`));
    expect(await byName('One,"Two, too"')).toEqual([one, two]);
    expect(await byName('T"hree')).toEqual([three]);
  },
  'filter as a list': async ({ get, ids }) => {
    const query = `filter[id][]=${ids.active}&filter[id][]=${ids.asked}`;
    expect(await idsOf(get(`/rooms?${query}`))).toEqual([ids.active, ids.asked]);
  },
  'blank filter': async ({ get, ids }) => expect(await idsOf(get('/rooms?filter[name]='))).toContain(ids.active),
  'boolean filters': async ({ get, ids }) => {
    for (const value of ['true', '1', 't', 'TRUE']) {
      expect(await idsOf(get(`/rooms?filter[starred]=${value}`))).toEqual([ids.staff]);
    }
    for (const value of ['false', '0', 'F']) {
      expect(await idsOf(get(`/rooms?filter[starred]=${value}`))).not.toContain(ids.staff);
    }
    expect(await fault(get('/rooms?filter[starred]=yes'))).toEqual([400, '107', 'filter[starred]']);
  },
  'flags given 0': async ({ get, ids }) => {
    for (const flag of ['approved', 'rejected', 'resolved', 'in_review']) {
      const found = await idsOf(get(`/${DRAFTS}?filter[${flag}]=0`));
      expect(found).toEqual(expect.arrayContaining([ids.approved, ids.rejected, ids.open]));
    }
  },
  ids: async ({ get, ids }) => {
    const { relationships } = (await get(`/${DRAFTS}/${ids.open}`)).record;
    expect(relationships?.room?.data).toEqual({ type: 'rooms', id: String(ids.asked) });
  },
  dates: async ({ get, ids }) => {
    const { attributes } = (await get(`/rooms/${ids.active}`)).record;
    expect(attributes?.created_at).toBe(new Date(Number(attributes?.created_at_unix) * 1000).toISOString());
  },
  'conditional reads': async ({ db, get }) => {
    await aKeyword(db);
    const { headers } = await get(`/${KEYWORDS}`);
    expect(headers.get('etag')).toMatch(/^W\//);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const again = () => get(`/${KEYWORDS}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(await again()).toMatchObject({ status: 304, document: undefined });
    await aKeyword(db);
    expect((await again()).status).toBe(200);
  },
  'missing, malformed or foreign id': async ({ db, get }) => {
    const gone = await aDraft(db);
    await db.deleteFrom(DRAFTS).where('id', '=', gone.id).execute();
    const answers = await Promise.all([gone.id, 'abc', '1e0', '01', 999_999].map((id) => get(`/${DRAFTS}/${id}`)));
    for (const { status, document } of answers) expect([status, document]).toEqual([404, answers[0]?.document]);
  },
  'response Content-Type': async ({ get }) => {
    for (const path of ['/messages', '/rooms/0', '/nothing', '/rooms?sort=x']) {
      expect((await get(path)).headers.get('content-type')).toBe('application/vnd.api+json');
    }
  },
} satisfies Record<string, Check>;
