import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkDocument } from '#test/json-api-schema.ts';
import { startGateway, startUpstream, talk, type Upstream } from './gateway-parts.ts';

let upstream: Upstream;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let isAllowed = true;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    request.resume();
    request.on('end', () => response.setHeader('content-type', 'application/vnd.api+json').end('{"data":[]}'));
  });
  gateway = await startGateway(`${upstream.origin}/desk`, {
    isAllowedAddress: () => isAllowed,
  });
});
afterEach(() => {
  isAllowed = true;
  upstream.seen.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** Sends a raw request; `Connection: close` is appended. */
const ask = (...lines: string[]) => talk(gateway.port, `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

function expectError(answer: string, status: number) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect([statusOf(answer), head]).toEqual([
    status,
    expect.stringMatching(/content-type: application\/vnd\.api\+json\r\n/i),
  ]);
  checkDocument(JSON.parse(body));
  expect(upstream.seen.map(({ url }) => url)).toEqual([]);
}

describe('a target outside the API', () => {
  test.each([
    '/rapi/v1/rooms/',
    '/rapi/v1//rooms',
    '/rapi/v1//evil.example/rooms',
    '/rapi/v1/@evil.example',
    '/rapi/v1/..',
    '/rapi/v1/../admin',
    '/rapi/v1/rooms/../../../admin',
    '/rapi/v1/./rooms',
    '/rapi/v1/%2e%2e/admin',
    '/rapi/v1/%2E%2E%2Fadmin',
    '/rapi/v1/.%2e/admin',
    '/rapi/v1/..%2fadmin',
    '/rapi/v1/..%5cadmin',
    '/rapi/v1/..\\admin',
    '/rapi/v1\\..\\admin',
    '/rapi/v1/%252e%252e/admin',
    '/rapi/v1/rooms%2f..%2f..%2fadmin',
    '/rapi/v1/rooms;/../admin',
    '/rapi/v1/rooms%00',
    '/rapi/v1/rooms%0d%0aX-Injected:%201',
    '/rapi/v1/rooms%ff',
    '/rapi/v1/rooms%',
    '/rapi/v1/rooms#/../admin',
    '/rapi/v2/rooms',
    '/rapi/v1x/rooms',
    '/rapi/V1/rooms',
    '/rapi/%76%31/rooms',
    '/rapi',
    '/rapi/admin',
  ])('%s', async (target) => {
    expectError(
      await ask(`GET ${target} HTTP/1.1`, 'Host: here'),
      target.endsWith('%') || target.endsWith('%ff') ? 400 : 404,
    );
  });

  test.each([
    ['http://evil.example/rapi/v1/rooms', 400],
    ['https://evil.example/rapi/v1/rooms', 400],
    ['http://127.0.0.1/rapi/v1/rooms', 400],
  ])('%s', async (target, status) => {
    const answer = await ask(`GET ${target} HTTP/1.1`, 'Host: here');
    expect([statusOf(answer), upstream.seen]).toEqual([status, []]);
  });

  test.each([
    '/admin',
    '/%2e%2e/rapi/v1/rooms',
    '//evil.example/rapi/v1/rooms',
    '/./rapi/v1/rooms',
    '*',
    'evil.example:80',
  ])('%s is not forwarded', async (target) => {
    await ask(`GET ${target} HTTP/1.1`, 'Host: here');
    await ask(`OPTIONS ${target} HTTP/1.1`, 'Host: here');
    await ask(`CONNECT ${target} HTTP/1.1`, 'Host: here').catch(() => 'closed');
    expect(upstream.seen.map(({ url }) => url)).toEqual([]);
  });

  test('a query string is forwarded unchanged and does not affect the target', async () => {
    const query = '?a=../..&b=http://evil.example/&c=%2e%2e%2f&@evil.example/&filter[x]=%25';
    expect(statusOf(await ask(`GET /rapi/v1/rooms${query} HTTP/1.1`, 'Host: here'))).toBe(200);
    expect(upstream.seen.map(({ url }) => url)).toEqual([`/desk/rapi/v1/rooms${query}`]);
  });
});

describe('request smuggling', () => {
  test.each([
    ['GET with a length', 'GET', 'Content-Length: 40', 'GET /desk/admin HTTP/1.1\r\nHost: here\r\n\r\n'],
    ['HEAD with a length', 'HEAD', 'Content-Length: 40', 'GET /desk/admin HTTP/1.1\r\nHost: here\r\n\r\n'],
    [
      'GET in chunks',
      'GET',
      'Transfer-Encoding: chunked',
      '28\r\nGET /desk/admin HTTP/1.1\r\nHost: here\r\n\r\n\r\n0\r\n\r\n',
    ],
    [
      'DELETE in chunks',
      'DELETE',
      'Transfer-Encoding: chunked',
      '28\r\nGET /desk/admin HTTP/1.1\r\nHost: here\r\n\r\n\r\n0\r\n\r\n',
    ],
    ['DELETE with a length', 'DELETE', 'Content-Length: 40', 'GET /desk/admin HTTP/1.1\r\nHost: here\r\n\r\n'],
  ])('a body that looks like a request: %s', async (_, method, length, body) => {
    const answer = await talk(
      gateway.port,
      `${method} /rapi/v1/rooms/1 HTTP/1.1\r\nHost: here\r\nContent-Type: application/vnd.api+json\r\n${length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(statusOf(answer)).toBe(200);
    expect(upstream.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([`${method} /desk/rapi/v1/rooms/1`]);
  });

  test('an upgrade is ignored, and hop-by-hop headers are not forwarded', async () => {
    const answer = await ask(
      'GET /rapi/v1/rooms HTTP/1.1',
      'Host: here',
      'Upgrade: websocket, h2c',
      'HTTP2-Settings: AAMAAABk',
    );
    expect(statusOf(answer)).toBe(200);
    expect(Object.keys(upstream.seen[0]?.headers ?? {}).sort()).toEqual(['connection', 'host']);
  });
});

describe('access', () => {
  test('a caller from a forbidden address is refused without asking the tenant', async () => {
    isAllowed = false;
    const answer = await ask(
      'GET /rapi/v1/rooms HTTP/1.1',
      'Host: here',
      'X-Forwarded-For: 8.8.8.8',
      'X-Access-Token: tok',
    );
    expectError(answer, 403);
    expect(answer).toContain('Invalid IP Address. Did you set the VALID_IPS environment variable?');
  });

  test('only methods of the API are accepted', async () => {
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await ask(`${method} /rapi/v1/rooms HTTP/1.1`, 'Host: here');
      expectError(answer, 405);
      expect(answer).toContain('allow: GET, HEAD, POST, PUT, PATCH, DELETE');
    }
  });

  test('other origins are allowed only if listed', async () => {
    const open = await startGateway(upstream.origin, { corsOrigins: ['https://desk.example'] });
    const fetched = (origin: string) => fetch(`${open.origin}/rapi/v1/rooms`, { headers: { origin } });
    const allowed = await fetched('https://desk.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://desk.example');
    expect((await fetched('https://evil.example')).headers.get('access-control-allow-origin')).not.toBe(
      'https://evil.example',
    );
    const asked = await fetch(`${open.origin}/rapi/v1/rooms`, {
      method: 'OPTIONS',
      headers: { origin: 'https://desk.example', 'access-control-request-method': 'PUT' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-credentials')]).toEqual([204, null]);
    expect(upstream.seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
    await open.close();
  });
});
