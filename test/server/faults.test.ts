import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile, serviceForTest, type TestService } from '#test/service.ts';

/** A service whose tables a test may drop, and its log. */
async function start() {
  const log = captureLog('trace');
  return { service: await serviceForTest({ log: log.options }), log };
}

test('a server error exposes only its request id; the log also has the cause', async () => {
  const { service, log } = await start();
  await service.db.schema.dropTable('master_keywords').execute();
  const { status, errors, document } = await service.send('GET', '/master_keywords');
  expect(status).toBe(500);
  expect(errors).toEqual([
    {
      status: '500',
      code: '500',
      title: 'Internal Server Error',
      detail: expect.any(String),
      meta: { request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    },
  ]);
  expect(JSON.stringify(document)).not.toMatch(/sqlite|select|table|\.ts|node_modules/i);
  expect(log.text()).toContain(String(errors[0]?.meta?.request_id));
  expect(log.text()).toMatch(/no such table|does not exist/);
});

// PostgreSQL reports a full disk by its own error codes, which are tested elsewhere.
const onSqlite = engine === 'SQLite' ? test : () => {};
onSqlite('on a full disk, writes fail with 503 without a trace, and reads continue', async () => {
  const { service } = await start();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(service.db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(service.db);
  const body = { data: { type: 'master_keywords', attributes: { key_name: 'x', suggestions: 'x'.repeat(60_000) } } };
  const { status, headers, errors } = await service.send('POST', '/master_keywords', { body });
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('1');
  expect(errors[0]).toMatchObject({ status: '503', title: 'Service Unavailable' });
  expect(await service.send('GET', '/master_keywords')).toMatchObject({ status: 200, meta: { record_count: 0 } });

  await sql`pragma max_page_count = 1000000`.execute(service.db);
  expect((await service.send('POST', '/master_keywords', { body })).status).toBe(201);
});

test('the log contains no token, no query string and no content', async () => {
  const { service, log } = await start();
  const secret = 'a visitor said this';
  await service.send(
    'GET',
    `/support_draft_messages?filter[content_or_room_name_like]=${secret}&token=${service.tokens.admin}`,
  );
  await service.create('rooms', { name: secret });
  await service.db.schema.dropTable('master_keywords').execute();
  await service.create('master_keywords', { key_name: secret });
  expect(log.text()).toContain('/rapi/v1/support_draft_messages');
  expect(log.text()).not.toContain(service.tokens.admin);
  expect(decodeURIComponent(log.text().replaceAll('%', '%25'))).not.toMatch(/visitor/);
});

const listed = await serviceForFile({ corsOrigins: ['https://desk.test'] });
const unlisted = await serviceForFile();

describe('a browser on another origin', () => {
  const ask = ({ app }: TestService, method: 'GET' | 'OPTIONS', origin: string, headers: Record<string, string> = {}) =>
    app.inject({ method, url: '/rapi/v1/rooms', headers: { host: 'harbor.test', origin, ...headers } });

  test('is allowed if listed, also for error responses', async () => {
    const preflight = await ask(listed, 'OPTIONS', 'https://desk.test', {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'x-access-token,content-type',
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://desk.test',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'X-Access-Token, Content-Type, X-Expected-User, X-Purpose',
    });
    const refused = await ask(listed, 'GET', 'https://desk.test');
    expect(refused.statusCode).toBe(401);
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': 'https://desk.test',
      'access-control-expose-headers': 'Location, ETag, Date, Retry-After, X-Token-Withheld',
    });
    expect(refused.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    'null',
    'https://desk.test.evil',
    'https://evil-desk.test',
    'https://a.desk.test',
    'http://desk.test',
    'https://desk.test:8443',
  ])('is not allowed as %s', async (origin) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await ask(listed, method, origin, { 'access-control-request-method': 'GET' });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('is not allowed if no origin is listed', async () => {
    const answer = await ask(unlisted, 'OPTIONS', 'https://desk.test', { 'access-control-request-method': 'GET' });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
