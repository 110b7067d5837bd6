import { parseJson } from './json.ts';

/**
 * A JSON value of the browser's storage; undefined where there is none or it cannot be read.
 * Storage may be forbidden or full, so nothing here throws.
 */
export function readStored(storage: 'local' | 'session', key: string): unknown {
  try {
    return parseJson(storageOf(storage).getItem(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps a JSON value, or drops it where it is undefined; says whether that worked. */
export function writeStored(storage: 'local' | 'session', key: string, value: unknown): boolean {
  try {
    if (value === undefined) storageOf(storage).removeItem(key);
    else storageOf(storage).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Names of all that is stored; empty where storage is forbidden. */
export function storedKeys(storage: 'local' | 'session'): string[] {
  try {
    return Object.keys(storageOf(storage));
  } catch {
    return [];
  }
}

const storageOf = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage);
