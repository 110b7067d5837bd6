import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import type { Role } from '#server/access/caller.ts';
import { onQuery } from '#server/db/query-events.ts';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile, type TestTenant } from '#test/service.ts';

const service = await serviceForFile();
const port = Number(new URL(await service.listen()).port);

/** Sends a request, and stops reading after the first bytes of the response. */
async function sendWithoutReading(
  method: string,
  path: string,
  token: string,
  body?: object,
  to = port,
  host = `127.0.0.1:${to}`,
) {
  const socket = connect({ port: to, host: '127.0.0.1' });
  const text = body ? JSON.stringify(body) : '';
  const head = [`${method} /rapi/v1${path} HTTP/1.1`, `Host: ${host}`, `X-Access-Token: ${token}`];
  if (body) head.push(`Content-Type: ${MEDIA_TYPE}`, `Content-Length: ${Buffer.byteLength(text)}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  const [start] = await once(socket, 'data');
  socket.pause();
  return { socket, status: Number(/^HTTP\/1.1 (\d+)/.exec(String(start))?.[1]) };
}

/** 15 messages of a megabyte. */
async function makeHeavyRoom({ db }: Pick<TestTenant, 'db'> = service) {
  const room = await aRoom(db);
  const settings = JSON.stringify({ text: 'x'.repeat(1_000_000) });
  for (let count = 0; count < 15; count += 1) await aMessage(db, { room_id: room.id, settings });
  return room.id;
}

test('a caller with unread responses gets no more of them, but other callers do', async () => {
  const { tokens } = service;
  const path = `/rooms/${await makeHeavyRoom()}/history`;
  const unread = [];
  for (let count = 0; count < 4; count += 1) unread.push(await sendWithoutReading('GET', path, tokens.agent));
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  const other = await sendWithoutReading('GET', path, tokens.admin);
  expect(other.status).toBe(200);
  for (const { socket } of [...unread, other]) socket.destroy();
  await expect.poll(async () => (await service.send('GET', path, { as: 'agent' })).status).toBe(200);
});

test('a caller with unread responses is refused before the database is read', async () => {
  const { tokens } = service;
  const path = `/rooms/${await makeHeavyRoom()}/history`;
  const unread = [];
  for (let count = 0; count < 3; count += 1) unread.push(await sendWithoutReading('GET', path, tokens.reviewer));
  const statements: string[] = [];
  const stop = onQuery(({ sql }) => statements.push(sql));
  const refused = await service.send('GET', path, { as: 'reviewer' });
  stop();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(statements.filter((sql) => sql.includes('"messages"'))).toEqual([]);
  for (const { socket } of unread) socket.destroy();
  await expect.poll(async () => (await service.send('GET', path, { as: 'reviewer' })).status).toBe(200);
});

const reads: [string, (roomId: number) => string][] = [
  ['a list', (roomId) => `/rooms/${roomId}/history`],
  ['included records', (roomId) => `/rooms/${roomId}?include=messages`],
];
// On PostgreSQL, the connections of a caller already limit its concurrent reads.
const eachOnSqlite = engine === 'SQLite' ? test.each(reads) : () => {};
eachOnSqlite('concurrent responses count as soon as their size is known: %s', async (_, pathOf) => {
  const path = pathOf(await makeHeavyRoom());
  const answers = await Promise.all(Array.from({ length: 8 }, () => service.send('GET', path, { as: 'agent' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.headers.get('retry-after'), refused?.errors[0]?.detail]).toEqual([
    '1',
    expect.stringContaining('in progress or unread'),
  ]);
});

test('responses no longer count after an error, a matching ETag, or a disconnect of the client', async () => {
  const { tokens } = service;
  const roomId = await makeHeavyRoom();
  const path = `/rooms/${roomId}/history`;
  const tooLarge = `/messages?filter[room_id]=${roomId}&include=room.messages`;
  const etag = (await service.send('GET', path, { as: 'agent' })).headers.get('etag') ?? '';
  for (let round = 0; round < 4; round += 1) {
    expect((await service.send('GET', tooLarge, { as: 'agent' })).errors[0]?.code).toBe('answer_too_large');
    // After any write, the response is built before its ETag turns out to match.
    await aRoom(service.db);
    const headers = { 'if-none-match': etag };
    expect((await service.send('GET', path, { as: 'agent', headers })).status).toBe(304);
    const gone = connect({ port, host: '127.0.0.1' });
    await once(gone, 'connect');
    const lines = [`GET /rapi/v1${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `X-Access-Token: ${tokens.agent}`];
    gone.end(`${lines.join('\r\n')}\r\n\r\n`, () => gone.destroy());
  }
  // Three fit only if nothing else counts.
  const read = async () => {
    const unread = [];
    for (let count = 0; count < 3; count += 1) unread.push(await sendWithoutReading('GET', path, tokens.agent));
    for (const { socket } of unread) socket.destroy();
    return unread.map(({ status }) => status);
  };
  await expect.poll(read).toEqual([200, 200, 200]);
});

test('unread responses are also limited per tenant and overall, without affecting small responses', async () => {
  const sockets: Socket[] = [];
  const fill = async (tenant: TestTenant, path: string, role: Role, times: number) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const host = new URL(tenant.origin).host;
      const { socket, status } = await sendWithoutReading('GET', path, tenant.tokens[role], undefined, port, host);
      sockets.push(socket);
      statuses.push(status);
    }
    return statuses;
  };
  const [lumen, third] = [await service.addTenant('lumen'), await service.addTenant('third')];
  const [history, ofLumen, ofThird] = await Promise.all(
    [service, lumen, third].map(async (tenant) => `/rooms/${await makeHeavyRoom(tenant)}/history`),
  );
  const large = history ?? '';
  expect(await fill(service, large, 'agent', 3)).toEqual([200, 200, 200]);
  expect(await fill(service, large, 'reviewer', 4)).toEqual([200, 200, 200, 429]);
  expect(await fill(service, large, 'supervisor', 1)).toEqual([503]);
  const refused = await service.send('GET', large, { as: 'supervisor' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await service.send('GET', '/rooms', { as: 'supervisor' })).status).toBe(200);
  expect((await service.create('rooms', { name: 'Read' }, { as: 'supervisor' })).status).toBe(201);

  expect(await fill(lumen, ofLumen ?? '', 'agent', 3)).toEqual([200, 200, 200]);
  expect(await fill(lumen, ofLumen ?? '', 'reviewer', 3)).toEqual([200, 200, 200]);
  expect(await fill(third, ofThird ?? '', 'agent', 2)).toEqual([200, 503]);
  expect((await service.send('GET', '/rooms', { as: 'reviewer', tenant: third })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await service.send('GET', large, { as: 'agent' })).status).toBe(200);
});

test('unread responses to writes count as well, and a refused write changes nothing', async () => {
  const { db, tokens } = service;
  const settings = JSON.stringify({ text: 'x'.repeat(150_000) });
  const unread = [];
  const rooms = [];
  for (let count = 0; count < 5; count += 1) {
    const room = await aRoom(db);
    rooms.push(room.id);
    for (let drafts = 0; drafts < 90; drafts += 1) await aDraft(db, { room_id: room.id, settings });
    const path = `/rooms/${room.id}/reject_support_draft_messages`;
    unread.push(await sendWithoutReading('PUT', path, tokens.supervisor));
  }
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  const written = db.selectFrom('support_draft_messages').select('id').where('status', '=', 'rejected');
  expect(await written.where('room_id', '=', rooms[3] ?? 0).execute()).toHaveLength(90);
  expect(await written.where('room_id', '=', rooms[4] ?? 0).execute()).toEqual([]);
  for (const { socket } of unread) socket.destroy();
});

test('a connection whose client stops reading is closed, even in the middle of a response', async () => {
  expect(service.app.server.timeout).toBe(30_000);
  const stalling = await serviceForFile({ stalledMs: 3_000 });
  const { port } = new URL(await stalling.listen());
  const { server } = stalling.app;
  const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  const path = `/rooms/${await makeHeavyRoom(stalling)}/history`;
  const { status } = await sendWithoutReading('GET', path, stalling.tokens.agent, undefined, Number(port));
  expect([status, await open()]).toEqual([200, 1]);
  await expect.poll(open).toBe(0);
  // Its bytes no longer count as unread.
  for (let count = 0; count < 4; count += 1) {
    expect((await stalling.send('GET', path, { as: 'agent' })).status).toBe(200);
  }
});

test('a connection whose client reads in small portions stays open', async () => {
  const stalledMs = 2_000;
  const patient = await serviceForFile({ stalledMs });
  const { port } = new URL(await patient.listen());
  const path = `/rooms/${await makeHeavyRoom(patient)}/history`;
  const { socket } = await sendWithoutReading('GET', path, patient.tokens.agent, undefined, Number(port));
  const since = performance.now();
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    if (bytes > 14_000_000) break;
    await delay(20);
  }
  expect(bytes).toBeGreaterThan(14_000_000);
  // Proves that reading took longer than the stall timeout.
  expect(performance.now() - since).toBeGreaterThan(stalledMs);
});
