import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/document.ts';
import { aHeavyRoom } from '#test/builders.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { serviceForFile } from '#test/service.ts';
import { startGateway } from './gateway-parts.ts';
import { historyOf, sendWithoutReading } from './unread-response.ts';

const JSON_API = 'application/vnd.api+json';

const service = await serviceForFile({ isAllowedAddress: () => isAllowed });
let isAllowed = true;
let port: number;
let gatewayPort: number;
/** Requests that have reached the service. */
let reached = 0;
beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
  const gateway = await startGateway(`http://127.0.0.1:${port}`);
  gatewayPort = gateway.port;
  service.app.server.on('request', () => {
    reached += 1;
  });
  return gateway.close;
});

/** Sends raw bytes and reads until the other side closes, or until a whole response has arrived. */
async function talk(
  text: string | Buffer,
  untilClosed = false,
  to = port,
): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(to, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) {
      chunks.push(chunk);
      const [head = '', body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (!untilClosed && body !== undefined && Buffer.byteLength(body) >= length) break;
    }
  } catch (error) {
    // Data received before a connection reset still counts.
    if (chunks.length === 0) throw error;
  }
  socket.destroy();
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

const lines = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`;
const head = (start: string, ...rest: string[]) =>
  lines(start, 'Host: harbor.test', `X-Access-Token: ${service.tokens.admin}`, ...rest);

function expectError(answer: { status: number; head: string; body: string }, status: number) {
  expect(answer.status).toBe(status);
  expect(answer.head.toLowerCase()).toContain(`content-type: ${JSON_API}`);
  const document = JSON.parse(answer.body);
  checkDocument(document);
  expect(document.errors[0]).toMatchObject({
    status: String(status),
    code: expect.any(String),
    detail: expect.any(String),
  });
}

const GET = 'GET /rapi/v1/rooms HTTP/1.1';
const POST = 'POST /rapi/v1/rooms HTTP/1.1';
const CLOSE = 'Connection: close';
/** A second request, hidden in what the first one leaves unread. */
const hidden = lines('GET /rapi/v1/users HTTP/1.1', 'Host: harbor.test');

describe.each(['service', 'gateway'])('a malformed request to the %s is refused', (server) => {
  test.each<[string, () => string, number?]>([
    ['two hosts', () => head(GET, 'Host: harbor.test', CLOSE)],
    ['two different hosts', () => head(GET, 'host: lumen.test', CLOSE)],
    ['no host', () => lines(GET, CLOSE)],
    ['an empty host', () => lines(GET, 'Host:', CLOSE)],
    ['no host in HTTP/1.0', () => lines('GET /rapi/v1/rooms HTTP/1.0')],
    ['an absolute target', () => head('GET http://harbor.test/rapi/v1/rooms HTTP/1.1', CLOSE)],
    ['nonsense', () => 'NONSENSE\r\n\r\n'],
    ['two lengths', () => head(POST, 'Content-Length: 0', 'Content-Length: 40') + hidden],
    ['two lengths in one header', () => head(POST, 'Content-Length: 0, 40') + hidden],
    ['a length with a sign', () => head(POST, 'Content-Length: +5') + hidden],
    ['a hexadecimal length', () => head(POST, 'Content-Length: 0x5') + hidden],
    ['a length and chunks', () => `${head(POST, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`],
    ['chunks under another name', () => `${head(POST, 'Transfer-Encoding: xchunked')}0\r\n\r\n${hidden}`],
    ['chunks twice', () => `${head(POST, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${hidden}`],
    ['a space before the colon', () => `${head(POST, 'Transfer-Encoding : chunked')}0\r\n\r\n${hidden}`],
    ['a folded line', () => `${head(POST, 'X: 1\r\n Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`],
    ['bare line feeds', () => `${POST}\nHost: harbor.test\nContent-Length: 5\n\n${hidden}`],
    ['a NUL in a value', () => head(POST, 'X: a\0b')],
    ['a carriage return in a value', () => head(POST, 'X: a\rb: c')],
    ['headers of 20 kB', () => head(GET, `X-Long: ${'x'.repeat(20_000)}`), 431],
    ['an address of 20 kB', () => head(`GET /rapi/v1/rooms?x=${'x'.repeat(20_000)} HTTP/1.1`), 431],
    ['an address of 9 kB', () => head(`GET /rapi/v1/rooms?x=${'x'.repeat(9_000)} HTTP/1.1`, CLOSE), 414],
  ])('%s', async (_, request, status = 400) => {
    const before = reached;
    expectError(await talk(request(), true, server === 'service' ? port : gatewayPort), status);
    if (server === 'gateway') expect(reached).toBe(before);
  });
});

test('an unknown expectation is no reason to refuse a request before its token is checked', async () => {
  expectError(await talk(lines(GET, 'Host: harbor.test', 'Expect: tea')), 401);
});

describe('a body over 1 MiB', () => {
  const post = (...rest: string[]) => head(POST, `Content-Type: ${JSON_API}`, ...rest);

  test('is refused by its Content-Length before it arrives', async () => {
    expectError(await talk(post('Content-Length: 1048577')), 413);
  });

  test('is refused in chunks, and closes the connection', async () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const answer = await talk(post('Transfer-Encoding: chunked') + chunk.repeat(17), true);
    expectError(answer, 413);
    expect(answer.head.toLowerCase()).toContain('connection: close');
  });

  test('of exactly 1 MiB is read', async () => {
    const answer = await talk(post('Content-Length: 1048576') + ' '.repeat(1_048_576));
    expect([answer.status, JSON.parse(answer.body).errors[0].code]).toEqual([400, '106']);
  });
});

test('forbidden callers are refused before the body arrives', async () => {
  const waiting = ['Content-Length: 500000', `Content-Type: ${JSON_API}`];
  isAllowed = false;
  const refused = await talk(head(POST, ...waiting));
  isAllowed = true;
  expectError(refused, 403);
  expect(JSON.parse(refused.body).errors[0].title).toBe(
    'Invalid IP Address. Did you set the VALID_IPS environment variable?',
  );
  expectError(await talk(lines('POST /rapi/v1/rooms HTTP/1.1', 'Host: harbor.test', ...waiting)), 401);
  const role = [`X-Access-Token: ${service.tokens.agent}`, ...waiting];
  expectError(await talk(lines('POST /rapi/v1/clients HTTP/1.1', 'Host: harbor.test', ...role)), 403);
});

test('the IP address is checked before the token, and named in the response', async () => {
  isAllowed = false;
  const { status, errors } = await service.send('GET', '/rooms', { as: null });
  isAllowed = true;
  expect(status).toBe(403);
  expect(errors).toEqual([
    {
      status: '403',
      code: '403',
      title: 'Invalid IP Address. Did you set the VALID_IPS environment variable?',
      detail: 'Requests from this IP address are not allowed.',
      meta: { refused_address: '127.0.0.1' },
    },
  ]);
});

test('slow clients are disconnected with 408', async () => {
  const [headers, body] = await Promise.all([
    talk('GET /rapi/v1/rooms HTTP/1.1\r\nHost: harbor.test\r\nX-Slow', true),
    talk(head(POST, `Content-Type: ${JSON_API}`, 'Content-Length: 100'), true),
  ]);
  expectError(headers, 408);
  const { headersTimeout, requestTimeout, timeout } = service.app.server;
  expect([headersTimeout, requestTimeout, timeout]).toEqual([5_000, 10_000, 30_000]);
  expectError(body, 408);
});

test('health needs no token and no tenant', async () => {
  const answer = await talk(lines('GET /healthz HTTP/1.1', 'Host: anything'));
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'ok' }]);
});

const stalledMs = 3_000;
const { app, db, listen, tokens } = await serviceForFile({ stalledMs });
const origin = await listen();
const path = historyOf(await aHeavyRoom(db, 15));

test('a connection whose client stops reading is closed, even in the middle of a response', async () => {
  const open = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const { status } = await sendWithoutReading(origin, tokens.agent, path);
  expect([status, await open()]).toEqual([200, 1]);
  await expect.poll(open).toBe(0);
  // Its bytes no longer count as unread.
  const headers = { 'x-access-token': tokens.agent };
  for (let count = 0; count < 4; count += 1) {
    const response = await fetch(`${origin}${API_PREFIX}${path}`, { headers });
    expect([response.status, (await response.arrayBuffer()).byteLength > 14_000_000]).toEqual([200, true]);
  }
});

test('a connection whose client reads in small portions stays open', async () => {
  const { socket } = await sendWithoutReading(origin, tokens.agent, path);
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
