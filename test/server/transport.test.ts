import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkDocument } from '#test/json-api-schema.ts';
import { createService, serviceForFile } from '#test/service.ts';

const JSON_API = 'application/vnd.api+json';

const service = await serviceForFile({ isAllowedAddress: () => isAllowed });
let port: number;
let isAllowed = true;
beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
});

/** Sends raw bytes and reads until the other side closes, or until a whole response has arrived. */
async function talk(
  text: string | Buffer,
  untilClosed = false,
): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
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

describe('malformed requests', () => {
  test.each<[string, () => string, number]>([
    ['two hosts', () => head('GET /rapi/v1/rooms HTTP/1.1', 'Host: harbor.test'), 400],
    ['two different hosts', () => head('GET /rapi/v1/rooms HTTP/1.1', 'host: lumen.test'), 400],
    ['no host', () => lines('GET /rapi/v1/rooms HTTP/1.1'), 400],
    ['an empty host', () => lines('GET /rapi/v1/rooms HTTP/1.1', 'Host:'), 400],
    ['no host in HTTP/1.0', () => lines('GET /rapi/v1/rooms HTTP/1.0'), 400],
    ['an absolute target', () => head('GET http://harbor.test/rapi/v1/rooms HTTP/1.1'), 400],
    ['nonsense', () => 'NONSENSE\r\n\r\n', 400],
    ['two lengths', () => head('POST /rapi/v1/rooms HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'), 400],
    [
      'a length and chunks',
      () => head('POST /rapi/v1/rooms HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
    ],
    ['headers of 20 kB', () => head('GET /rapi/v1/rooms HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`), 431],
    ['an address of 20 kB', () => head(`GET /rapi/v1/rooms?x=${'x'.repeat(20_000)} HTTP/1.1`), 431],
    ['an address of 9 kB', () => head(`GET /rapi/v1/rooms?x=${'x'.repeat(9_000)} HTTP/1.1`), 414],
    [
      'an unknown expectation without a token',
      () => lines('GET /rapi/v1/rooms HTTP/1.1', 'Host: harbor.test', 'Expect: tea'),
      401,
    ],
  ])('%s', async (_, request, status) => {
    expectError(await talk(request()), status);
  });
});

describe('a body over 1 MiB', () => {
  const post = (...rest: string[]) => head('POST /rapi/v1/rooms HTTP/1.1', `Content-Type: ${JSON_API}`, ...rest);

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
  const refused = await talk(head('POST /rapi/v1/rooms HTTP/1.1', ...waiting));
  isAllowed = true;
  expectError(refused, 403);
  expect(JSON.parse(refused.body).errors[0].title).toBe(
    'Invalid IP Address. Did you set the VALID_IPS environment variable?',
  );
  expectError(await talk(lines('POST /rapi/v1/rooms HTTP/1.1', 'Host: harbor.test', ...waiting)), 401);
  const role = [`X-Access-Token: ${service.tokens.agent}`, ...waiting];
  expectError(await talk(lines('POST /rapi/v1/clients HTTP/1.1', 'Host: harbor.test', ...role)), 403);
});

test('the IP address is checked before the token', async () => {
  isAllowed = false;
  const answer = await service.send('GET', '/rooms', { as: null });
  isAllowed = true;
  expect(answer.status).toBe(403);
});

test('slow clients are disconnected with 408', async () => {
  const [headers, body] = await Promise.all([
    talk('GET /rapi/v1/rooms HTTP/1.1\r\nHost: harbor.test\r\nX-Slow', true),
    talk(head('POST /rapi/v1/rooms HTTP/1.1', `Content-Type: ${JSON_API}`, 'Content-Length: 100'), true),
  ]);
  expectError(headers, 408);
  const { headersTimeout, requestTimeout } = service.app.server;
  expect([headersTimeout, requestTimeout]).toEqual([5_000, 10_000]);
  expectError(body, 408);
});

test('health needs no token and no tenant', async () => {
  const answer = await talk(lines('GET /healthz HTTP/1.1', 'Host: anything'));
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'ok' }]);
});

// For PostgreSQL, see the outage tests.
test('readiness reports a database that does not answer', async () => {
  const broken = await createService();
  await broken.db.destroy();
  const answer = await broken.fetch('/readyz');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'unavailable', not_ready: ['tenant'], unavailable_tenants: ['harbor'] },
  ]);
  await broken.app.close();
});

test('readiness names the tenants that do not answer while others do', async () => {
  const partly = await createService();
  await partly.addTenant('lumen');
  await partly.db.destroy();
  const answer = await partly.fetch('/readyz');
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'degraded', unavailable_tenants: ['harbor'] }]);
  await partly.app.close();
});
