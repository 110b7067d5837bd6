import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('the responses that tabs with tokens persist', () => {
  const TENANT = 'https://tenant.example';
  /** What IndexedDB holds, which jsdom lacks. */
  const stored = new Map<string, [key: string[], value: unknown]>();

  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('crypto', webcrypto);
    vi.doMock('idb-keyval', () => ({
      createStore: () => undefined,
      get: async (key: string[]) => stored.get(String(key))?.[1],
      update: async (key: string[], change: (old: unknown) => unknown) =>
        stored.set(String(key), [key, change(stored.get(String(key))?.[1])]),
      entries: async () => [...stored.values()],
      delMany: async (keys: string[][]) => {
        for (const key of keys) stored.delete(String(key));
      },
    }));
  });
  afterEach(() => {
    vi.doUnmock('idb-keyval');
    vi.resetModules();
  });

  /** Opens another tab, signed in with a token of its own if one is given. */
  async function openTab(token?: string) {
    vi.resetModules();
    sessionStorage.clear();
    const connections = await import('#src/api/connection.ts');
    if (token !== undefined) connections.signIn(TENANT, token);
    return { ...connections, ...(await import('#src/app/offline/persisted-reads.ts')) };
  }

  test.each(['of-another', undefined])('stay when a tab with the token %s starts', async (token) => {
    const first = await openTab('of-one');
    await first.persistReads(TENANT, [read('list', Date.now())]);
    const second = await openTab(token);
    await second.deleteForeignReads();
    expect(await second.readPersisted(TENANT)).toEqual([]);
    expect(await first.readPersisted(TENANT)).toMatchObject([{ key: [TENANT, 'list'] }]);
  });

  test('are deleted after a sign-out in any tab, or after a day if their tab has closed', async () => {
    const first = await openTab('of-one');
    const keep = () => first.persistReads(TENANT, [read('list', Date.now())]);
    await keep();
    const second = await openTab('of-another');
    second.signOut();
    await second.deleteForeignReads();
    expect(stored.size).toBe(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
    await keep();
    await second.deleteForeignReads();
    expect(stored.size).toBe(1);
    vi.setSystemTime(Date.now() + 24 * HOUR_MS);
    await second.deleteForeignReads();
    expect(stored.size).toBe(0);
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
