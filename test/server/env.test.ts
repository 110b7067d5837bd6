import { describe, expect, test } from 'vitest';
import { readEnv, SettingError } from '#server/env.ts';

const LOG_LEVELS = 'must be one of fatal, error, warn, info, debug, trace, silent';
const PORT = 'must be a whole number from 0 to 65535';
const HOST = 'must be an IP address or a host name';
const ORIGINS = 'must be a comma list of origins, each as in https://desk.example.com, without path or blank';
const ZONE = 'must be a time zone by its IANA name, as in UTC or Asia/Tokyo';
const UPSTREAM = 'must be as in https://support.example.com, or with a path below it';
const ADDRESSES = 'must be a comma list of IP addresses and CIDR ranges without blanks';

describe('readEnv', () => {
  test('has a default for everything', () => {
    const { isAllowedAddress, isTrustedProxy, ...env } = readEnv({});
    expect(env).toEqual({
      host: '127.0.0.1',
      port: 4300,
      dataDir: './data',
      demo: true,
      corsOrigins: [],
      connectOrigins: [],
      timeZone: 'UTC',
      logLevel: 'info',
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
    ['SESSION_KEY', 'ü'.repeat(16), { sessionKey: Buffer.from('ü'.repeat(16)) }],
    [
      'CORS_ORIGINS',
      'https://a.example,http://localhost:5173',
      { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
    ],
    ['CONNECT_ORIGINS', 'https://a.example', { connectOrigins: ['https://a.example'] }],
    ['TENANT_TIME_ZONE', 'Asia/Tokyo', { timeZone: 'Asia/Tokyo' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(readEnv({ [name]: value })).toMatchObject(expected);
  });

  test('DEMO=1 is taken where the service listens to the world', () => {
    expect(readEnv({ HOST: '0.0.0.0', DEMO: '1' }).demo).toBe(true);
  });

  test('lists of addresses become tests', () => {
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
    ['LOG_LEVEL', 'loud', `LOG_LEVEL=loud: ${LOG_LEVELS}`],
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
      'VALID_IPS=0.0.0.0/0: "0.0.0.0/0" is every address; set VALID_IPS_ALLOW_ALL=1 if that is meant',
    ],
    ['TRUST_PROXY', '10.0.0.0/33', `TRUST_PROXY=10.0.0.0/33: "10.0.0.0/33" needs a mask from 0 to 32; ${ADDRESSES}`],
    ['TRUST_PROXY', 'a\nb', `TRUST_PROXY=a\\nb: "a\\nb" has a blank in it; ${ADDRESSES}`],
    [
      'DATABASE_URL',
      'mysql://me:secret@db/x',
      'DATABASE_URL: must be as in postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      'postgres://me:secret@:x/y',
      'DATABASE_URL: must be as in postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      'postgres://me:secret@db/x?schema=A-b',
      'DATABASE_URL: has a schema that is not a small letter, then up to 20 small letters, digits or _',
    ],
    ['UPSTREAM_URL', 'foo', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'ftp://tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'https:tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'https:///tenant.example', `UPSTREAM_URL: ${UPSTREAM}`],
    ['UPSTREAM_URL', 'https://me:secret@tenant.example', 'UPSTREAM_URL: must not hold a user or a password'],
    ['UPSTREAM_URL', 'https://secret@tenant.example', 'UPSTREAM_URL: must not hold a user or a password'],
    ['UPSTREAM_URL', 'https://tenant.example/?x=1', 'UPSTREAM_URL: must have neither a query nor a fragment'],
    ['UPSTREAM_URL', 'https://tenant.example/?', 'UPSTREAM_URL: must have neither a query nor a fragment'],
    ['UPSTREAM_URL', 'https://tenant.example/#x', 'UPSTREAM_URL: must have neither a query nor a fragment'],
    ['UPSTREAM_URL', 'https://tenant.example/a%2fb', 'UPSTREAM_URL: has a path that is not made of plain words'],
    ['UPSTREAM_URL', 'https://tenant.example//b', 'UPSTREAM_URL: has a path that is not made of plain words'],
    [
      'UPSTREAM_URL',
      'http://localhost:4300',
      'UPSTREAM_URL: is the address of this service itself; choose another PORT',
    ],
    ['SESSION_KEY', 'x'.repeat(31), 'SESSION_KEY: must have 32 bytes at least, and be hard to guess'],
  ])('%s=%s is refused in one line', (name, value, line) => {
    expect(() => readEnv({ [name]: value })).toThrow(new SettingError(line));
  });

  test('a gateway has no database', () => {
    const both = { UPSTREAM_URL: 'https://tenant.example', DATABASE_URL: 'postgres://db/x' };
    expect(() => readEnv(both)).toThrow(
      new SettingError('UPSTREAM_URL: a gateway has no database; unset this or DATABASE_URL'),
    );
  });
});
