import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSeal, loadSessionKey } from '#server/session/load-seal.ts';
import { makeDataDir, removeDataDir } from '../service-process.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir();
});
afterEach(() => removeDataDir(dataDir));

test('a key is created once, readable by its owner only', () => {
  const key = loadSessionKey(dataDir);
  expect(key).toHaveLength(32);
  expect(loadSessionKey(dataDir)).toEqual(key);
  expect(readdirSync(dataDir)).toEqual(['session-key']);
  expect(statSync(join(dataDir, 'session-key')).mode & 0o777).toBe(0o600);
  expect(loadSessionKey(join(dataDir, 'other'))).not.toEqual(key);
});

test('processes that start together share one key', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(new URL('../../server/session/load-seal.ts', import.meta.url).href)}).then(
      ({ loadSessionKey }) => parentPort.postMessage(loadSessionKey(${JSON.stringify(dataDir)}).toString('hex')),
    );`;
  const keys = await Promise.all(
    Array.from({ length: 6 }, () => {
      const worker = new Worker(program, { eval: true });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  expect(new Set(keys)).toEqual(new Set([readFileSync(join(dataDir, 'session-key')).toString('hex')]));
});

test('a configured key is not stored, and gives the same cookie name everywhere', () => {
  const sessionKeys = [Buffer.alloc(32, 'given')];
  const { seal, warning } = loadSeal({ sessionKeys, dataDir });
  expect(warning).toBeUndefined();
  expect(seal.fingerprint).toBe(loadSeal({ sessionKeys, dataDir: '/nowhere' }).seal.fingerprint);
  expect(() => readdirSync(dataDir)).toThrow('ENOENT');
});

test('an invalid key file is reported and not used', () => {
  loadSessionKey(dataDir);
  writeFileSync(join(dataDir, 'session-key'), 'short');
  const { warning } = loadSeal({ sessionKeys: [], dataDir });
  expect(warning).toContain('is too short for a key; delete it');
});
