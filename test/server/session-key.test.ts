import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSeal } from '#server/session/open-seal.ts';
import { keepSessionKey } from '#server/session/session-key.ts';
import { makeDataDir, removeDataDir } from '../service-process.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir();
});
afterEach(() => removeDataDir(dataDir));

test('a key is made once, for its owner alone', () => {
  const key = keepSessionKey(dataDir);
  expect(key).toHaveLength(32);
  expect(keepSessionKey(dataDir)).toEqual(key);
  expect(readdirSync(dataDir)).toEqual(['session-key']);
  expect(statSync(join(dataDir, 'session-key')).mode & 0o777).toBe(0o600);
  expect(keepSessionKey(join(dataDir, 'other'))).not.toEqual(key);
});

test('processes that start together have one key', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(new URL('../../server/session/session-key.ts', import.meta.url).href)}).then(
      ({ keepSessionKey }) => parentPort.postMessage(keepSessionKey(${JSON.stringify(dataDir)}).toString('hex')),
    );`;
  const keys = await Promise.all(
    Array.from({ length: 6 }, () => {
      const worker = new Worker(program, { eval: true });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  expect(new Set(keys)).toEqual(new Set([readFileSync(join(dataDir, 'session-key')).toString('hex')]));
});

test('a given key is not kept, and names the same cookie everywhere', () => {
  const sessionKey = Buffer.alloc(32, 'given');
  const { seal, fault } = openSeal({ sessionKey, dataDir });
  expect(fault).toBeUndefined();
  expect(seal.mark).toBe(openSeal({ sessionKey, dataDir: '/nowhere' }).seal.mark);
  expect(() => readdirSync(dataDir)).toThrow('ENOENT');
});

test('what is no key is told of, and not used', () => {
  keepSessionKey(dataDir);
  writeFileSync(join(dataDir, 'session-key'), 'short');
  const { fault } = openSeal({ sessionKey: undefined, dataDir });
  expect(fault).toContain('is too short for a key; remove it');
});
