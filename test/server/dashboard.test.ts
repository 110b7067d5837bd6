import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDashboard } from '#server/dashboard.ts';

const PAGE = '<!doctype html><title>Countersign</title>';
const SCRIPT = `export const text = '${'long '.repeat(400)}';`;
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join(';');

let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, '.vite/manifest.json'), '{}');
  writeFileSync(join(dist, 'rooted.html'), PAGE);
  writeFileSync(join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, 'assets/main-1a2b.js'), SCRIPT);
  writeFileSync(join(dist, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  app = Fastify();
  app.register(async (scope) => scope.setNotFoundHandler((_, reply) => reply.code(404).send('of the interface')), {
    prefix: '/rapi',
  });
  await registerDashboard(app, dist);
});

afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

describe('the dashboard', () => {
  test.each(['/', '/review', '/review/7?filter%5Bin_review%5D=1', '/connect', '/no/such/page'])(
    '%s is the page, never kept without asking',
    async (url) => {
      const answer = await app.inject({ url, headers: NAVIGATION });
      expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      const again = await app.inject({ url, headers: { ...NAVIGATION, 'if-none-match': String(answer.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  test('every page carries the headers that lock it in', async () => {
    for (const url of ['/', '/assets/main-1a2b.js', '/nothing.js']) {
      const { headers } = await app.inject({ url, headers: NAVIGATION });
      expect(headers).toMatchObject({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  test('other origins may be called where they are listed', async () => {
    const open = Fastify();
    await registerDashboard(open, dist, ['https://tenant.example']);
    const { headers } = await open.inject('/');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://tenant.example;");
    await open.close();
  });

  test('a built file is kept for a year and sent as it was compressed', async () => {
    const url = '/assets/main-1a2b.js';
    const plain = await app.inject({ url });
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/javascript/);
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers.vary).toMatch(/accept-encoding/i);
    expect(small.headers['content-type']).toBe(plain.headers['content-type']);
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
  });

  test('other files are asked for each time', async () => {
    const answer = await app.inject('/icon.svg');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  test.each([
    '/assets/main-gone.js',
    '/config.json',
    '/.vite/manifest.json',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ])('%s is not there, and that is not remembered', async (url) => {
    const answer = await app.inject({ url, headers: NAVIGATION });
    expect(answer.statusCode).toBeGreaterThanOrEqual(403);
    expect(answer.statusCode).toBeLessThanOrEqual(404);
    expect(answer.body).not.toContain('<title>');
    expect(answer.headers).not.toHaveProperty('cache-control');
  });

  test('below /rapi the interface answers', async () => {
    for (const url of ['/rapi', '/rapi/', '/rapi/v1/nothing', '/rapi/v1/nothing.js']) {
      const answer = await app.inject({ url, headers: NAVIGATION });
      expect([answer.statusCode, answer.body]).toEqual([404, 'of the interface']);
      expect(answer.headers).not.toHaveProperty('content-security-policy');
    }
  });

  test('nothing but reading is offered', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: '/review' })).statusCode).toBe(404);
    }
  });

  test('without a build it says what to do', async () => {
    const empty = Fastify();
    await registerDashboard(empty, join(dist, 'nowhere'));
    const answer = await empty.inject({ url: '/review', headers: NAVIGATION });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('npm run build');
    await empty.close();
  });
});
