import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSeal, type Seal } from './seal.ts';

const KEY_BYTES = 32;

/**
 * Creates the session seal from the configured keys or the one stored in the data folder. If neither works, uses a
 * random key for this process and describes the consequence in `warning`.
 */
export function loadSeal(env: { sessionKeys: readonly Buffer[]; dataDir: string }): { seal: Seal; warning?: string } {
  try {
    const [key = loadSessionKey(env.dataDir), ...older] = env.sessionKeys;
    return { seal: createSeal(key, ...older) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const warning = `Sessions will end with this process: the session key cannot be stored (${reason}). Set SESSION_KEY.`;
    return { seal: createSeal(randomBytes(32)), warning };
  }
}

/**
 * Reads the folder's session key, creating it on first use. Processes that start at the same time get the same key.
 * Throws the system's error.
 */
export function loadSessionKey(dataDir: string): Buffer {
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
  if (key.length < KEY_BYTES) throw new Error(`${file} is too short for a key; delete it to create a new one`);
  return key;
}
