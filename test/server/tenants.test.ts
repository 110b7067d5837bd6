import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClient, aDraft, aKeyword, aMember, aMessage, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { createService, type TestService, type TestTenant } from '#test/service.ts';

let service: TestService;
let other: TestTenant;
const foreign: Record<string, number> = {};

beforeAll(async () => {
  service = await createService();
  other = await service.addTenant('lumen');
  const { db, userIds } = other;
  // Ids count on in each tenant by itself: those beyond what the first one has are foreign to it.
  for (let number = 0; number < 20; number++) await aUser(db);
  foreign.users = (await aUser(db)).id;
  for (let number = 0; number < 20; number++) foreign.rooms = (await aRoom(db)).id;
  await aMember(db, foreign.rooms ?? 0, userIds.agent);
  foreign.messages = (await aMessage(db, { room_id: foreign.rooms ?? 0 })).id;
  foreign.support_draft_messages = (await aDraft(db, { room_id: foreign.rooms })).id;
  foreign.suggestions = (await aSuggestion(db, { room_id: foreign.rooms })).id;
  foreign.clients = (await aClient(db)).id;
  foreign.master_keywords = (await aKeyword(db)).id;
});
afterAll(() => service.close());

test('a host leads to its tenant, whatever its case, port and final dot', async () => {
  const ask = (host: string, token: string) =>
    service.app.inject({ url: '/rapi/v1/rooms', headers: { host, 'x-access-token': token } });
  for (const host of ['lumen.test', 'LUMEN.test', 'lumen.test:80', 'lumen.test.']) {
    expect((await ask(host, other.tokens.admin)).statusCode).toBe(200);
    expect((await ask(host, service.tokens.admin)).statusCode).toBe(401);
  }
});

test.each(['unknown.test', 'lumen.test.evil', 'evil', '127.0.0.1'])('there is nothing at the host %s', async (host) => {
  const answer = await service.app.inject({
    url: '/rapi/v1/rooms',
    headers: { host, 'x-forwarded-host': 'lumen.test', 'x-access-token': other.tokens.admin },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/vnd.api+json');
});

test.each(['lumen.test@evil', 'lumen.test:80:80', 'lumen.test/x', 'lumen.test:http', 'a b', '[::1'])(
  'the host %s is none',
  async (host) => {
    const answer = await service.app.inject({ url: '/rapi/v1/rooms', headers: { host } });
    expect(answer.statusCode).toBe(400);
  },
);

test('a forwarded host changes nothing', async () => {
  const headers = { 'x-forwarded-host': 'lumen.test' };
  expect((await service.send('GET', '/rooms', { headers })).status).toBe(200);
  expect((await service.send('GET', '/rooms', { headers, token: other.tokens.admin })).status).toBe(401);
});

test('a foreign id is answered like a missing one, byte by byte', async () => {
  for (const [type, id] of Object.entries(foreign)) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = (of: number) => (method === 'PUT' ? { data: { type, id: String(of), attributes: {} } } : undefined);
      const theirs = await service.send(method, `/${type}/${id}`, { body: body(id) });
      const missing = await service.send(method, `/${type}/987654`, { body: body(987_654) });
      expect([theirs.status, theirs.document]).toEqual([missing.status, missing.document]);
      expect(theirs.status).toBeGreaterThanOrEqual(404);
    }
  }
});

test('foreign records are in no list, filter, count or linkage', async () => {
  for (const [type, id] of Object.entries(foreign)) {
    const { records, meta } = await service.send('GET', `/${type}?filter[id]=${id}`);
    expect([records, meta.record_count]).toEqual([[], 0]);
  }
  const counts = await service.send('GET', '/rooms/room_counts');
  expect(counts.meta.room_counts).toMatchObject({ all: 1 });
  for (const room_id of [String(foreign.rooms), '987654']) {
    const body = { data: { type: 'messages', attributes: { content: 'x', room_id } } };
    expect((await service.send('POST', '/messages', { body })).status).toBe(404);
    const data = [{ type: 'users', id: String(foreign.users) }];
    const link = `/rooms/${service.guestRoomId}/relationships/users`;
    expect((await service.send('POST', link, { body: { data } })).status).toBe(404);
  }
});
