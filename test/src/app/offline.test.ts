import { describe, expect, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { isPageAddress } from '#src/app/offline/page-address.ts';
import {
  bounded,
  deleteForeignReads,
  dropReads,
  persistReads,
  readPersisted,
} from '#src/app/offline/persisted-reads.ts';

const HOUR_MS = 60 * 60_000;

const read = (name: string, at: number, text = '{}') => ({ key: ['https://tenant.example', name], at, text });
const names = (reads: ReturnType<typeof bounded>) => reads.map(({ key }) => key[1]);

describe('the responses persisted for offline use', () => {
  test('are the newest ones', () => {
    const reads = Array.from({ length: 40 }, (_, n) => read(`list ${n}`, n * 1000));
    expect(names(bounded(reads, 40_000))).toEqual(Array.from({ length: 30 }, (_, n) => `list ${39 - n}`));
  });

  test('are less than a week old', () => {
    const now = 1000 * HOUR_MS;
    const reads = [read('fresh', now - 167 * HOUR_MS), read('old', now - 168 * HOUR_MS)];
    expect(names(bounded(reads, now))).toEqual(['fresh']);
  });

  test('exclude those that are too large, but not the ones after them', () => {
    const reads = [
      read('list', 3, 'x'.repeat(1_500_000)),
      read('huge list', 2, 'x'.repeat(1_500_000)),
      read('record', 1, 'x'.repeat(500_000)),
    ];
    expect(names(bounded(reads, 4))).toEqual(['list', 'record']);
  });

  test('are empty if the browser has no IndexedDB', async () => {
    vi.stubGlobal('isSecureContext', true);
    expect('indexedDB' in window).toBe(false);
    signIn('https://tenant.example', 'the-token');
    await persistReads('https://tenant.example', [read('list', Date.now())]);
    await dropReads('https://tenant.example');
    await deleteForeignReads();
    expect(await readPersisted('https://tenant.example')).toEqual([]);
  });
});

describe('the service worker answers for URLs', () => {
  const SCOPE = 'https://desk.example/';

  test.each(['', 'review', 'review/7?filter%5Bin_review%5D=1', 'connect#token=x', 'sessions', 'no/such/page'])(
    'of the page: %s',
    (path) => expect(isPageAddress(SCOPE + path, SCOPE, false)).toBe(true),
  );

  test.each([
    'rapi/v1/rooms',
    'rapi',
    'session',
    'config.json',
    'healthz',
    'readyz',
    'metrics',
    'openapi.json',
    'docs',
    'docs/static/index.html',
    'preview',
    'preview/1?x=y',
    'assets/first-1a2b.js',
    'assets/preview-document-1a2b.html',
    'service-worker.js',
  ])('not of other resources: %s', (path) => expect(isPageAddress(SCOPE + path, SCOPE, false)).toBe(false));

  test('with hash routing only of the page itself', () => {
    const folder = 'https://host.example/desk/';
    const isPage = (address: string) => isPageAddress(address, folder, true);
    expect([folder, `${folder}#/review`, `${folder}index.html#/review`, `${folder}?x=y#/review`].every(isPage)).toBe(
      true,
    );
    expect([`${folder}review`, `${folder}other/`, 'https://host.example/'].some(isPage)).toBe(false);
  });
});
