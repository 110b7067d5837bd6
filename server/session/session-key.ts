import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/**
 * Reads the folder's session key, creating it on first use. Processes that start at the same time get the same key.
 * Throws the system's error.
 */
export function keepSessionKey(dataDir: string): Buffer {
  const file = join(dataDir, 'session-key');
  mkdirSync(dataDir, { recursive: true });
  try {
    return readKey(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const whole = `${file}.${randomUUID()}`;
  writeFileSync(whole, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  try {
    // A hard link appears atomically, and never replaces another process's key.
    linkSync(whole, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(whole);
  }
  return readKey(file);
}

function readKey(file: string) {
  const key = readFileSync(file);
  if (key.length < KEY_BYTES) throw new Error(`${file} is too short for a key; remove it to get a new one`);
  return key;
}
