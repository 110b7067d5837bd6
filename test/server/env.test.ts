import { describe, expect, test } from 'vitest';
import { readEnv, SettingError } from '#server/settings/env.ts';

const LOG_LEVELS = 'must be one of fatal, error, warn, info, debug, trace, silent';
const RATES = 'must be off, or figures such as staff=3000,guest=100,writes=1500,failed=30';
const PORT = 'must be a whole number from 0 to 65535';
const HOST = 'must be an IP address or a host name';
const ORIGINS = 'must be a comma-separated list of origins such as https://desk.example.com, without paths or spaces';
const ZONE = 'must be an IANA time zone such as UTC or Asia/Tokyo';
const UPSTREAM = 'must be a URL such as https://support.example.com, optionally with a path';
const ADDRESSES = 'must be a comma-separated list of IP addresses and CIDR ranges without spaces';

describe('readEnv', () => {
  test('has a default for every setting', () => {
    const { isAllowedAddress, isTrustedProxy, ...env } = readEnv({});
    expect(env).toEqual({
      host: '127.0.0.1',
      port: 4300,
      dataDir: './data',
      demo: true,
      corsOrigins: [],
      connectOrigins: [],
      timeZone: 'UTC',
      eventsDays: 400,
      logLevel: 'info',
      rateLimits: { staff: 3_000, guest: 100, writes: 1_500, failed: 30 },
      slowQueryMs: 1_000,
      deadlineMs: 5_000,
      metricsHost: '127.0.0.1',
      sessionKeys: [],
      tokenDays: 90,
    });
    expect([isAllowedAddress('8.8.8.8'), isTrustedProxy('127.0.0.1')]).toEqual([true, false]);
  });

  test.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0', demo: false }],
    ['HOST', '::1', { host: '::1', demo: true }],
    ['HOST', 'localhost', { host: 'localhost', demo: true }],
    ['HOST', 'desk.example.com', { host: 'desk.example.com', demo: false }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['PORT', '', { port: 4300 }],
    ['DATA_DIR', '/var/lib/countersign', { dataDir: '/var/lib/countersign' }],
    ['DEMO', '0', { demo: false }],
    ['DATABASE_URL', '', { dataDir: './data', databaseUrl: undefined, demo: true }],
    ['DATABASE_URL', 'postgres://me@db/x?sslmode=no', { databaseUrl: 'postgres://me@db/x?sslmode=no', demo: false }],
    ['DATABASE_URL', 'postgresql://db:5433/x?schema=desk', { databaseUrl: 'postgresql://db:5433/x?schema=desk' }],
    ['UPSTREAM_URL', 'https://tenant.example', { upstream: { origin: 'https://tenant.example', path: '' } }],
    ['UPSTREAM_URL', 'HTTP://[::1]:81/a/B/', { upstream: { origin: 'http://[::1]:81', path: '/a/B' } }],
    ['UPSTREAM_URL', 'https://a.example/b/rapi/v1', { upstream: { origin: 'https://a.example', path: '/b' } }],
    ['UPSTREAM_URL', '', { upstream: undefined }],
    ['SESSION_KEY', 'ü'.repeat(16), { sessionKeys: [Buffer.from('ü'.repeat(16))] }],
    [
      'SESSION_KEY',
      `${'n'.repeat(32)},${'o'.repeat(32)}`,
      { sessionKeys: [Buffer.alloc(32, 'n'), Buffer.alloc(32, 'o')] },
    ],
    ['TOKEN_DAYS', '30', { tokenDays: 30 }],
    [
      'CORS_ORIGINS',
      'https://a.example,http://localhost:5173',
      { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
    ],
    ['CONNECT_ORIGINS', 'https://a.example', { connectOrigins: ['https://a.example'] }],
    ['TENANT_TIME_ZONE', 'Asia/Tokyo', { timeZone: 'Asia/Tokyo' }],
    ['EVENTS_DAYS', '30', { eventsDays: 30 }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['METRICS_PORT', '9100', { metricsPort: 9100, metricsHost: '127.0.0.1' }],
    ['METRICS_HOST', '10.0.0.2', { metricsHost: '10.0.0.2' }],
    // Ignored here, because operator commands do not trace.
    ['OTEL_TRACES_EXPORTER', 'zipkin', { port: 4300 }],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', { port: 4300 }],
    ['SLOW_QUERY_MS', '0', { slowQueryMs: 0 }],
    ['QUERY_DEADLINE_MS', '10000', { deadlineMs: 10_000 }],
    ['RATE_LIMIT', 'off', { rateLimits: undefined }],
    ['RATE_LIMIT', 'guest=5', { rateLimits: { staff: 3_000, guest: 5, writes: 1_500, failed: 30 } }],
    ['RATE_LIMIT', 'staff=1,guest=2,writes=4,failed=3', { rateLimits: { staff: 1, guest: 2, writes: 4, failed: 3 } }],
  ])('accepts %s=%s', (name, value, expected) => {
    expect(readEnv({ [name]: value })).toMatchObject(expected);
  });

  test('accepts DEMO=1 on a public address', () => {
    expect(readEnv({ HOST: '0.0.0.0', DEMO: '1' }).demo).toBe(true);
  });

  test('address lists become predicates', () => {
    const env = readEnv({ VALID_IPS: '10.0.0.0/8,2001:db8::/32', TRUST_PROXY: '127.0.0.1' });
    expect(['10.1.1.1', '::ffff:10.1.1.1', '8.8.8.8'].map(env.isAllowedAddress)).toEqual([true, true, false]);
    expect(['::ffff:127.0.0.1', '10.1.1.1'].map(env.isTrustedProxy)).toEqual([true, false]);
    const open = readEnv({ VALID_IPS: '0.0.0.0/0', VALID_IPS_ALLOW_ALL: '1' });
    expect(open.isAllowedAddress('8.8.8.8')).toBe(true);
  });

  test.each([
    ['PORT', 'abc', `PORT=abc: ${PORT}`],
    ['PORT', '65536', `PORT=65536: ${PORT}`],
    ['PORT', '-1', `PORT=-1: ${PORT}`],
    ['PORT', '80.5', `PORT=80.5: ${PORT}`],
    ['PORT', '0x50', `PORT=0x50: ${PORT}`],
    ['HOST', 'a b', `HOST=a b: ${HOST}`],
    ['HOST', '127.1', `HOST=127.1: ${HOST}`],
    ['HOST', 'http://a', `HOST=http://a: ${HOST}`],
    ['DEMO', 'yes', 'DEMO=yes: must be 0 or 1'],
    ['VALID_IPS_ALLOW_ALL', 'true', 'VALID_IPS_ALLOW_ALL=true: must be 0 or 1'],
    ['EVENTS_DAYS', '0', 'EVENTS_DAYS=0: must be a whole number of days from 1 to 99999'],
    ['LOG_LEVEL', 'loud', `LOG_LEVEL=loud: ${LOG_LEVELS}`],
    ['METRICS_PORT', '70000', 'METRICS_PORT=70000: must be a whole number from 0 to 65535'],
    ['METRICS_HOST', 'a b', `METRICS_HOST=a b: ${HOST}`],
    ['SLOW_QUERY_MS', '1s', 'SLOW_QUERY_MS=1s: must be a whole number from 0 to 60000'],
    ['QUERY_DEADLINE_MS', '999', 'QUERY_DEADLINE_MS=999: must be a whole number from 1000 to 90000'],
    ['RATE_LIMIT', 'fast', `RATE_LIMIT=fast: ${RATES}`],
    ['RATE_LIMIT', 'staff=0', `RATE_LIMIT=staff=0: ${RATES}`],
    ['RATE_LIMIT', 'staff=1,', `RATE_LIMIT=staff=1,: ${RATES}`],
    ['TENANT_TIME_ZONE', 'Mars', `TENANT_TIME_ZONE=Mars: ${ZONE}`],
    ['CORS_ORIGINS', '*', `CORS_ORIGINS=*: ${ORIGINS}`],
    ['CORS_ORIGINS', 'null', `CORS_ORIGINS=null: ${ORIGINS}`],
    ['CORS_ORIGINS', 'https://a.example/', `CORS_ORIGINS=https://a.example/: ${ORIGINS}`],
    [
      'CORS_ORIGINS',
      'https://a.example, https://b.example',
      `CORS_ORIGINS=https://a.example, https://b.example: ${ORIGINS}`,
    ],
    [
      'CONNECT_ORIGINS',
      "https://a.example; script-src 'unsafe-inline'",
      `CONNECT_ORIGINS=https://a.example; script-src 'unsafe-inline': ${ORIGINS}`,
    ],
    ['VALID_IPS', '', `VALID_IPS=: "" is an empty item; ${ADDRESSES}`],
    ['VALID_IPS', '10.0.0.1,*', `VALID_IPS=10.0.0.1,*: "*" is not an IP address or CIDR range; ${ADDRESSES}`],
    [
      'VALID_IPS',
      '0.0.0.0/0',
      'VALID_IPS=0.0.0.0/0: "0.0.0.0/0" covers every address; set VALID_IPS_ALLOW_ALL=1 if this is intended',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      `TRUST_PROXY=10.0.0.0/33: "10.0.0.0/33" must have a prefix length from 0 to 32; ${ADDRESSES}`,
    ],
    ['TRUST_PROXY', 'a\nb', `TRUST_PROXY=a\\nb: "a\\nb" contains a space; ${ADDRESSES}`],
    [
      'DATABASE_URL',
      'mysql://me:secret@db/x',
      'DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      'postgres://me:secret@:x/y',
      'DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      'postgres://me:secret@db/x?schema=A-b',
      'DATABASE_URL: has an invalid schema: use a lower-case letter, then up to 20 lower-case letters, digits or _',
    ],
    ['UPSTREAM_URL', 'foo', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'ftp://tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'https:tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'https:///tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'https://me:secret@tenant.example', 'UPSTREAM_URL: must not contain a user or password'],
    ['UPSTREAM_URL', 'https://secret@tenant.example', 'UPSTREAM_URL: must not contain a user or password'],
    ['UPSTREAM_URL', 'https://tenant.example/?x=1', 'UPSTREAM_URL: must not have a query or fragment'],
    ['UPSTREAM_URL', 'https://tenant.example/?', 'UPSTREAM_URL: must not have a query or fragment'],
    ['UPSTREAM_URL', 'https://tenant.example/#x', 'UPSTREAM_URL: must not have a query or fragment'],
    ['UPSTREAM_URL', 'https://tenant.example/a%2fb', 'UPSTREAM_URL: has a path with unsupported characters'],
    ['UPSTREAM_URL', 'https://tenant.example//b', 'UPSTREAM_URL: has a path with unsupported characters'],
    ['UPSTREAM_URL', 'http://localhost:4300', 'UPSTREAM_URL: points to this service itself; choose another PORT'],
    ['SESSION_KEY', `${'x'.repeat(32)},`, 'SESSION_KEY: must have at least 32 bytes and be hard to guess'],
    ['TOKEN_DAYS', '0', 'TOKEN_DAYS=0: must be a whole number of days from 1 to 9999'],
    ['SESSION_KEY', 'x'.repeat(31), 'SESSION_KEY: must have at least 32 bytes and be hard to guess'],
  ])('%s=%s fails with a one-line message', (name, value, line) => {
    expect(() => readEnv({ [name]: value })).toThrow(new SettingError(line));
  });

  test('a gateway refuses a database URL', () => {
    const both = { UPSTREAM_URL: 'https://tenant.example', DATABASE_URL: 'postgres://db/x' };
    expect(() => readEnv(both)).toThrow(
      new SettingError('UPSTREAM_URL: a gateway has no database; unset this or DATABASE_URL'),
    );
  });
});
