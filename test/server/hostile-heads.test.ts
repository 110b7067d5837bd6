import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { serviceForFile } from '#test/service.ts';

/** Override with `HOSTILE_RUNS`. */
const RUNS = Math.ceil(Number(process.env.HOSTILE_RUNS ?? 1_000) / 4);

const service = await serviceForFile();
let port: number;
beforeAll(async () => {
  port = Number(new URL(await service.listen()).port);
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const method = fc.constantFrom(...METHODS);
const piece = fc.oneof(
  fc.constantFrom('rooms', 'v1', '1', '..', '.', '%', '%zz', '%00', '%ff', '%2f', '..%2f', '//', ';', '&', '=', ' '),
  fc.constantFrom('[', ']', 'filter[', 'page[size]', '__proto__', '\\', '*', '|', '<script>', '%ed%a0%80', "'--"),
  fc.string({ maxLength: 8 }),
);
const path = fc.oneof(
  fc
    .constantFrom('/rooms', '/users', '/rooms/room_counts', '/rooms/1/history', '/users/1')
    .map((at) => API_PREFIX + at),
  fc.array(piece, { maxLength: 6 }).map((pieces) => `${API_PREFIX}/${pieces.join('/')}`),
);
const search = fc.oneof(
  fc.constant(''),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
);

const word = fc.oneof(
  fc.constantFrom(MEDIA_TYPE, '*/*', 'text/html', 'q=0', 'q=x', 'charset=utf-8', 'charset=utf-16', 'ext="x"', 'W/"x"'),
  fc.constantFrom('gzip', 'chunked', '100-continue', 'close', 'lumen.test', '127.0.0.1, 10.0.0.1', '-1', '1e9', '"'),
  fc.string({ maxLength: 12 }),
);
const value = fc
  .array(word, { maxLength: 4 })
  .chain((words) =>
    fc.constantFrom(', ', ';', ' ', '').map((between) => words.join(between).replaceAll(/[^\x20-\x7e]/g, '')),
  );
const name = fc.constantFrom(
  ...['accept', 'content-type', 'x-access-token', 'if-none-match', 'if-match', 'host', 'origin', 'expect', 'range'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'content-encoding', 'accept-encoding'],
  ...['x-http-method-override', 'cookie', 'authorization', 'access-control-request-method', 'te', 'prefer'],
);
const headers = fc.dictionary(name, value, { maxKeys: 5 });
const body = fc.constantFrom('', '{}', '{"data":null}', '[', 'x'.repeat(10_000), '\ufeff{}');

function expectJsonApi(status: number, type: unknown, text: string) {
  if (text === '') return;
  expect(type).toBe(MEDIA_TYPE);
  const document = JSON.parse(text);
  checkDocument(document);
  if (status < 400) return;
  for (const error of document.errors)
    expect(error).toEqual({
      status: String(status),
      code: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      ...(error.source && { source: expect.any(Object) }),
    });
}

test('no URL or header makes the service fail or answer in an unexpected format', {
  timeout: 120_000 + RUNS * 20,
}, async () => {
  await fc.assert(
    fc.asyncProperty(method, path, search, headers, body, async (by, at, query, given, payload) => {
      // `inject` normalizes dot segments, which may lead outside the API.
      fc.pre(new URL(at, 'http://harbor.test').pathname.startsWith('/rapi/'));
      const own = { host: 'harbor.test', 'x-access-token': service.tokens.agent, ...given };
      const answer = await service.app.inject({ method: by, url: `${at}?${query}`, headers: own, payload });
      expect([200, 201, 304, 400, 401, 403, 404, 405, 406, 414, 422, 501]).toContain(answer.statusCode);
      expectJsonApi(answer.statusCode, answer.headers['content-type'], answer.body);
    }),
    { numRuns: RUNS },
  );
});

const line = fc.oneof(
  fc.constantFrom(
    'GET / HTTP/1.1',
    `GET ${API_PREFIX}/rooms HTTP/1.1`,
    'PRI * HTTP/2.0',
    'GET',
    `TRACE /rapi HTTP/1.1`,
  ),
  fc.constantFrom(
    'Host: 127.0.0.1',
    'Host : x',
    'Content-Length: 5',
    'Content-Length: -5',
    'Transfer-Encoding: xchunked',
  ),
  fc.constantFrom(
    'Transfer-Encoding: chunked',
    'Connection: upgrade',
    'Upgrade: websocket',
    'Expect: 100-continue',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const head = fc.oneof(
  fc.array(line, { maxLength: 6 }).map((lines) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

test('no bytes make the service fail or keep a closed connection open', {
  timeout: 120_000 + RUNS * 20,
}, async () => {
  await fc.assert(
    fc.asyncProperty(head, async (bytes) => {
      const socket = connect(port, '127.0.0.1');
      const parts: Buffer[] = [];
      socket.on('data', (part) => parts.push(part));
      socket.on('error', () => {});
      socket.end(bytes);
      await once(socket, 'close');
      const text = Buffer.concat(parts).toString();
      if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
    }),
    { numRuns: RUNS },
  );
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
