import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/document.ts';
import type { Role } from '#server/access/caller.ts';
import { onQuery } from '#server/db/query-events.ts';
import { aDraft, aHeavyRoom, aRoom } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile, type TestTenant } from '#test/service.ts';
import { historyOf, sendWithoutReading } from './unread-response.ts';

const service = await serviceForFile();
const origin = await service.listen();
const { db, send, tokens } = service;
const heavyRoom = await aHeavyRoom(db, 15);
const path = historyOf(heavyRoom);

const sockets: Socket[] = [];
const closeAll = () => {
  for (const socket of sockets.splice(0)) socket.destroy();
};
afterEach(closeAll);

/** Sends requests one after another without reading their responses; resolves with the statuses. */
async function fill(times: number, role: Role, large = path, tenant: TestTenant = service) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const host = new URL(tenant.origin).host;
    const { socket, status } = await sendWithoutReading(origin, tenant.tokens[role], large, { host });
    sockets.push(socket);
    statuses.push(status);
  }
  return statuses;
}

/** The status of a response whose body, of many megabytes, is received but not parsed. */
async function statusOf(token: string) {
  const response = await fetch(`${origin}${API_PREFIX}${path}`, { headers: { 'x-access-token': token } });
  await response.arrayBuffer();
  return response.status;
}

test('a caller with unread responses gets no more of them, but other callers do', async () => {
  expect(await fill(4, 'agent')).toEqual([200, 200, 200, 429]);
  expect(await fill(1, 'admin')).toEqual([200]);
  closeAll();
  await expect.poll(() => statusOf(tokens.agent)).toBe(200);
});

test('a caller with unread responses is refused before the database is read', async () => {
  await fill(3, 'reviewer');
  const statements: string[] = [];
  const stop = onQuery(({ sql }) => statements.push(sql));
  const refused = await send('GET', path, { as: 'reviewer' });
  stop();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(statements.filter((sql) => sql.includes('"messages"'))).toEqual([]);
  closeAll();
  await expect.poll(() => statusOf(tokens.reviewer)).toBe(200);
});

// On PostgreSQL, the connections of a caller already limit its concurrent reads.
const eachOnSqlite =
  engine === 'SQLite'
    ? test.each([
        ['a list', path],
        ['included records', `/rooms/${heavyRoom}?include=messages`],
      ])
    : () => {};
eachOnSqlite('concurrent responses count as soon as their size is known: %s', async (_, large) => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('GET', large, { as: 'agent' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.headers.get('retry-after'), refused?.errors[0]?.detail]).toEqual([
    '1',
    expect.stringContaining('in progress or unread'),
  ]);
});

test('responses no longer count after an error, a matching ETag, or a disconnect of the client', async () => {
  const tooLarge = `/messages?filter[room_id]=${heavyRoom}&include=room.messages`;
  const etag = (await send('GET', path, { as: 'agent' })).headers.get('etag') ?? '';
  const { port, host } = new URL(origin);
  for (let round = 0; round < 4; round += 1) {
    expect((await send('GET', tooLarge, { as: 'agent' })).errors[0]?.code).toBe('answer_too_large');
    // After any write, the response is built before its ETag turns out to match.
    await aRoom(db);
    const headers = { 'if-none-match': etag };
    expect((await send('GET', path, { as: 'agent', headers })).status).toBe(304);
    const gone = connect({ port: Number(port), host: '127.0.0.1' });
    await once(gone, 'connect');
    const lines = [`GET ${API_PREFIX}${path} HTTP/1.1`, `Host: ${host}`, `X-Access-Token: ${tokens.agent}`];
    gone.end(`${lines.join('\r\n')}\r\n\r\n`, () => gone.destroy());
  }
  // Three fit only if nothing else counts.
  await expect.poll(() => fill(3, 'agent').finally(closeAll)).toEqual([200, 200, 200]);
});

test('unread responses are also limited per tenant and overall, without affecting small responses', async () => {
  const [lumen, third] = [await service.addTenant('lumen'), await service.addTenant('third')];
  const ofLumen = historyOf(await aHeavyRoom(lumen.db, 15));
  const ofThird = historyOf(await aHeavyRoom(third.db, 15));
  expect(await fill(3, 'agent')).toEqual([200, 200, 200]);
  expect(await fill(4, 'reviewer')).toEqual([200, 200, 200, 429]);
  expect(await fill(1, 'supervisor')).toEqual([503]);
  const refused = await send('GET', path, { as: 'supervisor' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await send('GET', '/rooms', { as: 'supervisor' })).status).toBe(200);
  expect((await service.create('rooms', { name: 'Read' }, { as: 'supervisor' })).status).toBe(201);

  expect(await fill(3, 'agent', ofLumen, lumen)).toEqual([200, 200, 200]);
  expect(await fill(3, 'reviewer', ofLumen, lumen)).toEqual([200, 200, 200]);
  expect(await fill(2, 'agent', ofThird, third)).toEqual([200, 503]);
  expect((await send('GET', '/rooms', { as: 'reviewer', tenant: third })).status).toBe(200);
  closeAll();
  await expect.poll(() => statusOf(tokens.agent)).toBe(200);
});

test('unread responses to writes count as well, and a refused write changes nothing', async () => {
  const settings = JSON.stringify({ text: 'x'.repeat(1_000_000) });
  const statuses = [];
  const rooms = [];
  for (let count = 0; count < 5; count += 1) {
    const { id } = await aRoom(db);
    rooms.push(id);
    for (let drafts = 0; drafts < 14; drafts += 1) await aDraft(db, { room_id: id, settings });
    const reject = `/rooms/${id}/reject_support_draft_messages`;
    const { socket, status } = await sendWithoutReading(origin, tokens.supervisor, reject, { method: 'PUT' });
    sockets.push(socket);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  const written = db.selectFrom('support_draft_messages').select('id').where('status', '=', 'rejected');
  expect(await written.where('room_id', '=', rooms[3] ?? 0).execute()).toHaveLength(14);
  expect(await written.where('room_id', '=', rooms[4] ?? 0).execute()).toEqual([]);
});
