import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDashboard } from '#server/dashboard.ts';
import { buildHttpApp } from '#server/http/http-app.ts';

const PAGE = '<!doctype html><title>Countersign</title>';
const SCRIPT = `export const text = '${'long '.repeat(400)}';`;
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const build = () => buildHttpApp({ log: false, corsOrigins: [], trustProxy: false });
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
  'trusted-types countersign-worker countersign-checks',
].join('; ');

let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, '.vite/manifest.json'), '{}');
  writeFileSync(join(dist, 'rooted.html'), PAGE);
  cpSync('public', dist, { recursive: true });
  writeFileSync(join(dist, 'service-worker.js'), SCRIPT);
  writeFileSync(join(dist, 'assets/main-1a2b.js'), SCRIPT);
  writeFileSync(join(dist, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  app = build();
  app.register(async (scope) => scope.setNotFoundHandler((_, reply) => reply.code(404).send('from the API')), {
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
    '%s serves the page, which is revalidated each time',
    async (url) => {
      const answer = await app.inject({ url, headers: NAVIGATION });
      expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      const again = await app.inject({ url, headers: { ...NAVIGATION, 'if-none-match': String(answer.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  test('reveals nothing about files outside its folder', async () => {
    const beside = `${dist}-beside.txt`;
    writeFileSync(beside, 'secret');
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const statuses = [`/../${basename(beside)}`, `/assets/../../${basename(beside)}`, '/../no-such-file.txt'].map(
      (path) => rawStatus(Number(new URL(origin).port), path),
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
    rmSync(beside);
  });

  test('every response carries the Content-Security-Policy', async () => {
    for (const url of ['/', '/assets/main-1a2b.js', '/nothing.js']) {
      const { headers } = await app.inject({ url, headers: NAVIGATION });
      expect(headers['content-security-policy']).toBe(POLICY);
    }
  });

  test('the policy allows requests to listed origins', async () => {
    const open = build();
    await registerDashboard(open, dist, ['https://tenant.example']);
    const { headers } = await open.inject('/');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://tenant.example;");
    await open.close();
  });

  test('the documented policy for static hosting is that of the service', async () => {
    const [, documented] = /add_header Content-Security-Policy "([^"]+)"/.exec(readFileSync('README.md', 'utf8')) ?? [];
    const open = build();
    await registerDashboard(open, dist, ['https://tenant.example.com']);
    const { headers } = await open.inject('/');
    expect(documented).toBe(headers['content-security-policy']);
    await open.close();
  });

  test('the documented nginx compresses no page that it rewrites', () => {
    const [, block = ''] = /```nginx\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
    const locations = block.split(/^location /m).slice(1);
    expect(locations.map((text) => ['sub_filter', 'gzip_static'].filter((name) => text.includes(name)))).toEqual([
      ['sub_filter'],
      ['gzip_static'],
    ]);
  });

  test('a built file is cached for a year and served precompressed', async () => {
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

  test('the service worker is revalidated each time and has the policy of the page', async () => {
    const { headers } = await app.inject('/service-worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['content-security-policy']).toBe(POLICY);
  });

  test('the manifest has its media type, and every icon it names exists', async () => {
    const answer = await app.inject('/manifest.webmanifest');
    expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(answer.headers['cache-control']).toBe('no-cache');
    const { icons } = answer.json<{ icons: { src: string; type: string }[] }>();
    expect(icons.length).toBeGreaterThan(0);
    for (const { src, type } of icons) expect((await app.inject(`/${src}`)).headers['content-type']).toBe(type);
  });

  test('other files are revalidated each time', async () => {
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
  ])('%s is not found, and the error is not cached', async (url) => {
    const answer = await app.inject({ url, headers: NAVIGATION });
    expect(answer.statusCode).toBeGreaterThanOrEqual(403);
    expect(answer.statusCode).toBeLessThanOrEqual(404);
    expect(answer.body).not.toContain('<title>');
    expect(answer.headers).not.toHaveProperty('cache-control');
  });

  test('below /rapi the API answers', async () => {
    for (const url of ['/rapi', '/rapi/', '/rapi/v1/nothing', '/rapi/v1/nothing.js']) {
      const answer = await app.inject({ url, headers: NAVIGATION });
      expect([answer.statusCode, answer.body]).toEqual([404, 'from the API']);
      expect(answer.headers['content-security-policy']).not.toContain("'self'");
    }
  });

  test('writes are not supported', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: '/review' })).statusCode).toBe(404);
    }
  });

  test('without a build it explains how to create one', async () => {
    const empty = build();
    await registerDashboard(empty, join(dist, 'nowhere'));
    const answer = await empty.inject({ url: '/review', headers: NAVIGATION });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('npm run build');
    await empty.close();
  });
});

/** The status for an unmodified path. HTTP clients would resolve its dot segments before sending. */
async function rawStatus(port: number, path: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  const [head] = await once(socket, 'data');
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]);
}
