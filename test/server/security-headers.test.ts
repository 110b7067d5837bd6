import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDashboard } from '#server/dashboard.ts';
import { createService, type TestService } from '#test/service.ts';
import { startGateway, talk } from './gateway-parts.ts';
import { seal } from './session-fixture.ts';

const trustProxy = ['127.0.0.1'];
const DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE = /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/;
const PREVIEW = /^default-src 'none'; script-src 'sha256-.*frame-ancestors 'self'; sandbox allow-scripts$/;

let dist: string;
let service: TestService;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let apps: Record<string, FastifyInstance>;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'rooted.html'), '<!doctype html>');
  for (const file of ['main-1a2b.js', 'preview-document-1a2b3c4d.html']) writeFileSync(join(dist, 'assets', file), ' ');
  service = await createService({ seal, trustProxy });
  await registerDashboard(service.app, dist);
  gateway = await startGateway(await service.listen(), { seal, trustProxy });
  apps = { service: service.app, gateway: gateway.app };
});

afterAll(async () => {
  await gateway.close();
  await service.close();
  rmSync(dist, { recursive: true });
});

interface Row {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  status: number;
  policy?: string | RegExp;
  as?: 'admin' | 'guest';
  body?: string;
  /** A malformed URL is refused before the proxy's headers are read, so the response lacks HSTS. */
  isUnread?: true;
}

/** One row per kind of response. */
const rows: Row[] = [
  { url: '/rapi/v1/rooms', as: 'admin', status: 200 },
  { url: '/rapi/v1/rooms', as: 'admin', method: 'HEAD', status: 200 },
  { url: '/rapi/v1/rooms', status: 401 },
  { url: '/rapi/v1/clients', as: 'guest', status: 403 },
  { url: '/rapi/v1/rooms/0', as: 'admin', status: 404 },
  { url: '/rapi/v1/nothing', as: 'admin', status: 404 },
  { url: '/rapi', as: 'admin', status: 404 },
  { url: '/rapi/v1/rooms/%ff', as: 'admin', status: 400, isUnread: true },
  { url: '/rapi/v1/rooms', as: 'admin', method: 'POST', body: '{', status: 400 },
  { url: '/rapi/v1/rooms', as: 'admin', method: 'POST', body: ' '.repeat(1_048_577), status: 413 },
  { url: '/rapi/v1/users', as: 'admin', method: 'POST', body: '{}', status: 501 },
  { url: '/session', method: 'POST', body: '{"token":1}', status: 406 },
  { url: '/session', method: 'DELETE', status: 204 },
  { url: '/config.json', status: 200 },
  { url: '/healthz', status: 200 },
  { url: '/openapi.json', status: 200, policy: PAGE },
  { url: '/docs', status: 200, policy: PAGE },
  { url: '/docs/swagger-ui.css', status: 200, policy: PAGE },
];
const pages: Row[] = [
  { url: '/review', status: 200, policy: PAGE },
  { url: '/assets/main-1a2b.js', status: 200, policy: PAGE },
  { url: '/assets/preview-document-1a2b3c4d.html', status: 200, policy: PREVIEW },
  { url: '/nothing.js', status: 404, policy: PAGE },
  { url: '/review', method: 'POST', status: 404, policy: PAGE },
  { url: '/%ff', status: 400, isUnread: true },
];

function ask(app: FastifyInstance, { url, method = 'GET', as, body }: Row, headers: Record<string, string> = {}) {
  return app.inject({
    url,
    method,
    headers: {
      host: '127.0.0.1',
      'sec-fetch-site': 'same-origin',
      ...(as && { 'x-access-token': service.tokens[as] }),
      ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
      ...headers,
    },
    payload: body,
  });
}

const ALL = {
  'content-security-policy': DATA,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const HSTS = 'strict-transport-security';

describe.each([
  ['service', [...rows, ...pages, { url: '/session', status: 401 }]],
  ['gateway', [...rows, { url: '/session', status: 405 }]],
])('security headers of the %s', (name, all) => {
  test.each(all)('are complete with $status to $method $url', async (row) => {
    const app = apps[name];
    if (!app) throw new Error(`There is no ${name}.`);
    const { statusCode, headers } = await ask(app, row);
    expect(statusCode).toBe(row.status);
    expect(headers).toMatchObject({
      ...ALL,
      ...(row.policy && { 'content-security-policy': expect.stringMatching(row.policy) }),
      ...(row.policy === PREVIEW && { 'x-frame-options': 'SAMEORIGIN' }),
    });
    expect(headers).not.toHaveProperty(HSTS);
    const overTls = await ask(app, row, { 'x-forwarded-proto': 'https' });
    expect(overTls.headers[HSTS]).toBe(row.isUnread ? undefined : 'max-age=63072000');
  });
});

test.each([
  ['400', 'NONSENSE'],
  ['431', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}`],
])('security headers are complete with %s to a malformed request', async (status, head) => {
  const [answer = ''] = (await talk(gateway.port, `${head}\r\n\r\n`)).split('\r\n\r\n');
  const [first, ...lines] = answer.split('\r\n');
  expect(first).toContain(status);
  expect(Object.fromEntries(lines.map((line) => line.split(': ', 2)))).toMatchObject(ALL);
});

test('HSTS is sent only if a trusted proxy reports TLS', async () => {
  const alone = await createService();
  for (const headers of [{ 'x-forwarded-proto': 'https' }, { forwarded: 'proto=https' }]) {
    const answer = await alone.fetch('/healthz', { headers: new Headers(Object.entries(headers)) });
    expect(answer.headers.has(HSTS)).toBe(false);
  }
  await alone.close();
  for (const said of ['http', 'https, http', 'HTTPS://']) {
    const answer = await service.fetch('/healthz', { headers: { 'x-forwarded-proto': said } });
    expect(answer.headers.has(HSTS)).toBe(false);
  }
});
