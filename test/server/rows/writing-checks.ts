import { expect } from 'vitest';
import { aDraft, aKeyword, aSuggestion } from '#test/builders.ts';
import { createService } from '#test/service.ts';
import { type Check, DRAFTS, type World } from './world.ts';

const KEYWORDS = 'master_keywords';
const JSON_API = 'application/vnd.api+json';

const fault = async (answer: ReturnType<World['send']>) => {
  const { status, errors } = await answer;
  return [status, errors[0]?.code, errors[0]?.source?.pointer];
};
const codeOf = async (answer: ReturnType<World['send']>) => (await fault(answer)).slice(0, 2);
const keyword = (attributes: object, id?: number) => ({ type: KEYWORDS, ...(id && { id: String(id) }), attributes });
const linkedTo = (type: string, id: number) => ({ type, id: String(id) });

/** Checks of the protocol decisions on writing, and on refused requests. */
export const writingChecks = {
  'record version': async ({ db, write, send }) => {
    const { id } = await aKeyword(db);
    const { record } = await write('PUT', `/${KEYWORDS}/${id}`, keyword({ key_title: 'new' }, id));
    expect(record.meta?.version).not.toBe('1');
    const body = { data: keyword({ key_title: 'newer' }, id), meta: { version: '1' } };
    const { status, errors } = await send('PUT', `/${KEYWORDS}/${id}`, { body });
    expect([status, errors[0]?.code, errors[0]?.meta]).toEqual([422, 'stale_version', { current: record }]);
  },
  create: async ({ write }) => {
    const { status, record, headers } = await write('POST', `/${KEYWORDS}`, keyword({ key_name: 'created' }));
    expect([status, headers.get('location')]).toEqual([201, record.links?.self]);
  },
  'update, PUT and PATCH': async ({ db, write }) => {
    const { id } = await aKeyword(db, { key_title: 'kept' });
    for (const method of ['PUT', 'PATCH']) {
      const { status, record } = await write(method, `/${KEYWORDS}/${id}`, keyword({ suggestions: method }, id));
      expect(status).toBe(200);
      expect(record.attributes).toMatchObject({ suggestions: method, key_title: 'kept' });
    }
  },
  delete: async ({ db, send }) => {
    const { id } = await aKeyword(db);
    const headers = { 'content-type': 'text/plain' };
    const answer = await send('DELETE', `/${KEYWORDS}/${id}`, { body: 'ignored', headers });
    expect([answer.status, answer.document]).toEqual([200, { meta: {} }]);
  },
  'include and fields on writes': async ({ db, write }) => {
    const { id } = await aSuggestion(db);
    const path = `/suggestions/${id}?include=room&fields[rooms]=name&fields[suggestions]=room`;
    const { record, included } = await write('PUT', path, { type: 'suggestions', id: String(id), attributes: {} });
    expect(record).not.toHaveProperty('attributes');
    expect(included[0]?.attributes).toEqual({ name: expect.any(String) });
  },
  'to-one linkage by PUT and PATCH': async ({ db, ids, send }) => {
    const { id } = await aSuggestion(db);
    const path = `/suggestions/${id}/relationships/room`;
    for (const method of ['PUT', 'PATCH']) {
      const body = { data: linkedTo('rooms', ids.active) };
      expect((await send(method, path, { body })).document).toMatchObject({ data: body.data });
    }
    expect((await send('PUT', path, { body: { data: null } })).status).toBe(422);
  },
  'to-many linkage: replace, add, remove': async ({ ids, send, userIds }) => {
    const path = `/rooms/${ids.quiet}/relationships/users`;
    const body = { data: [linkedTo('users', userIds.agent)] };
    expect((await send('PUT', path, { body })).status).toBe(403);
    for (const method of ['POST', 'POST']) expect((await send(method, path, { body })).document).toMatchObject(body);
    for (const method of ['DELETE', 'DELETE']) {
      expect((await send(method, path, { body })).document).toMatchObject({ data: [] });
    }
  },
  'unknown or read-only attribute, client id': async ({ send, write }) => {
    const create = (attributes: object) => fault(write('POST', `/${KEYWORDS}`, keyword(attributes)));
    expect(await create({ key_name: 'x', nonsense: 1 })).toEqual([400, '105', '/data/attributes/nonsense']);
    const room = { data: { type: 'rooms', attributes: { name: 'x', room_code: 'x' } } };
    expect(await fault(send('POST', '/rooms', { body: room }))).toEqual([400, '105', '/data/attributes/room_code']);
    expect(await fault(write('POST', `/${KEYWORDS}`, keyword({ key_name: 'x' }, 7)))).toEqual([400, '105', '/data/id']);
  },
  'malformed bodies': async ({ ids, send }) => {
    const post = (body: unknown) => codeOf(send('POST', `/${KEYWORDS}`, { body }));
    expect(await post('{')).toEqual([400, '400']);
    expect(await post('[]')).toEqual([400, '400']);
    expect(await post({ meta: {} })).toEqual([400, '106']);
    expect(await post({ data: [] })).toEqual([400, '122']);
    expect(await post({ data: { attributes: {} } })).toEqual([400, '106']);
    expect(await codeOf(send('PUT', `/${KEYWORDS}/${ids.keyword}`, { body: { data: keyword({}) } }))).toEqual([
      400,
      '109',
    ]);
  },
  'type and id of the body': async ({ ids, write }) => {
    const path = `/${KEYWORDS}/${ids.keyword}`;
    expect(await codeOf(write('PUT', path, { ...keyword({}, ids.keyword), type: 'rooms' }))).toEqual([400, '101']);
    expect(await codeOf(write('PUT', path, keyword({}, ids.otherKeyword)))).toEqual([400, '110']);
  },
  'linkage of the wrong type, or missing': async ({ db, ids, write }) => {
    const id = String((await aSuggestion(db)).id);
    const set = (data: object) =>
      codeOf(write('PUT', `/suggestions/${id}`, { type: 'suggestions', id, relationships: { room: { data } } }));
    expect(await set(linkedTo('users', ids.active))).toEqual([400, '116']);
    expect(await set(linkedTo('rooms', 999_999))).toEqual([404, '404']);
  },
  'validation failure': async ({ write }) => {
    const { status, errors } = await write('POST', `/${DRAFTS}`, {
      type: DRAFTS,
      attributes: { message_content: ' ' },
    });
    expect(status).toBe(422);
    expect(errors.map(({ code, source }) => [code, source?.pointer])).toEqual([
      ['100', '/data/attributes/message_content'],
      ['100', '/data/relationships/room'],
    ]);
  },
  'unknown path, wrong method': async ({ get, send }) => {
    expect((await get('/nothing')).status).toBe(404);
    const { status, headers } = await send('POST', '/rooms/1/history');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  },
  'not implemented': async ({ send }) => {
    for (const [method, path] of [
      ['POST', '/users'],
      ['PUT', '/users/1'],
      ['DELETE', '/users/1'],
      ['PUT', '/messages/1'],
      ['DELETE', '/messages/1'],
    ] as const) {
      expect((await send(method, path)).status).toBe(501);
    }
  },
  'error object': async ({ get }) => {
    const { errors } = await get('/rooms/999999');
    expect(errors).toEqual([{ status: '404', code: '404', title: 'Not Found', detail: expect.any(String) }]);
  },
  'missing or unknown token': async ({ get }) => {
    for (const options of [{ as: null }, { token: 'cs_unknown' }]) {
      const { status, errors } = await get('/rooms', options);
      expect([status, errors[0]?.title]).toEqual([401, 'Unauthorized']);
    }
  },
  'address not allowed': async () => {
    const service = await createService({ isAllowedAddress: () => false });
    const { status, errors } = await service.send('POST', '/rooms', { as: null, body: 'x'.repeat(2_000_000) });
    expect([status, errors[0]?.title]).toEqual([403, expect.stringMatching(/^Invalid IP Address/)]);
    await service.close();
  },
  'no permission': async ({ ids, send }) => {
    const { status, errors } = await send('PUT', `/${DRAFTS}/${ids.open}/approve`, { as: 'agent' });
    expect([status, errors[0]?.title, errors[0]?.detail]).toEqual([
      403,
      'Forbidden',
      expect.stringMatching(/reviewer/),
    ]);
  },
  'request Content-Type': async ({ db, send }) => {
    const path = `/${DRAFTS}/${(await aDraft(db)).id}/approve`;
    const approve = async (type: string) =>
      (await send('PUT', path, { body: {}, headers: { 'content-type': type } })).status;
    expect([await approve('application/json'), await approve(`${JSON_API}; charset=utf-8`)]).toEqual([406, 200]);
    expect((await send('PUT', path)).status).toBe(200);
  },
  Accept: async ({ get }) => {
    const accept = async (type: string) => (await get('/rooms', { headers: { accept: type } })).status;
    expect([await accept('*/*'), await accept(JSON_API), await accept(`${JSON_API}; ext=x`)]).toEqual([200, 200, 406]);
  },
  'body too large, too slow, too deep, not Unicode': async ({ app, send }) => {
    const post = async (body: string) => (await send('POST', `/${KEYWORDS}`, { body })).status;
    const named = (text: string) => `{"data":{"type":"master_keywords","attributes":{"key_name":"${text}"}}}`;
    expect(await post('x'.repeat(1_048_577))).toBe(413);
    expect(await post('['.repeat(65) + ']'.repeat(65))).toBe(400);
    expect([await post(named('\\ud800')), await post(named('\\u0000'))]).toEqual([400, 400]);
    // In milliseconds; the transport tests cover the actual timeouts.
    expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([5_000, 10_000]);
  },
  'server fault': async () => {
    const service = await createService({ findCaller: async () => Promise.reject(new Error('secret cause')) });
    const { status, errors } = await service.send('GET', '/rooms');
    expect([status, errors[0]?.meta]).toEqual([500, { request_id: expect.any(String) }]);
    expect(JSON.stringify(errors)).not.toContain('secret');
    await service.close();
  },
  CORS: async () => {
    const service = await createService({ corsOrigins: ['https://desk.example'] });
    const ask = async (origin: string) =>
      (await service.send('GET', '/rooms', { headers: { origin } })).headers.get('access-control-allow-origin');
    expect([await ask('https://desk.example'), await ask('https://evil.example')]).toEqual([
      'https://desk.example',
      null,
    ]);
    await service.close();
  },
  'no rate limit': async ({ get }) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => get('/users', { token: `cs_${index}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await get('/users')).status).toBe(200);
  },
} satisfies Record<string, Check>;
