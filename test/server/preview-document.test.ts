import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerDashboard } from '#server/dashboard.ts';
import { buildHttpApp } from '#server/http/http-app.ts';

const DOCUMENT = readFileSync('src/features/clients/preview/preview-document.html', 'utf8');
const [, policyInside = ''] = /Content-Security-Policy"\s+content="([^"]*)"/.exec(DOCUMENT) ?? [];
const scripts = Array.from(DOCUMENT.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = '']) => script);
const URL = '/assets/preview-document-1a2b3c4d.html';

let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, URL), DOCUMENT);
  writeFileSync(join(dist, 'assets/other-1a2b.html'), DOCUMENT);
  app = buildHttpApp({ log: false, corsOrigins: [], trustProxy: false });
  await registerDashboard(app, dist);
});

afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

test('the document allows only its own two scripts', () => {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(hashes).toHaveLength(2);
  expect(policyInside).toContain(`script-src ${hashes.join(' ')};`);
  expect(policyInside).toMatch(/^default-src 'none';/);
  expect(policyInside).not.toMatch(/https?:|\*|'self'|script-src[^;]*unsafe/);
});

test('its header has the same policy plus header-only directives', async () => {
  const { headers, statusCode } = await app.inject(URL);
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toBe(`${policyInside}; frame-ancestors 'self'; sandbox allow-scripts`);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});

test('all other files keep the policy of the dashboard', async () => {
  const { headers } = await app.inject('/assets/other-1a2b.html');
  expect(headers['content-security-policy']).toContain("style-src 'self'");
  expect(headers['x-frame-options']).toBe('DENY');
});
