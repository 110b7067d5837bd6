import { parseJson } from './json.ts';

type Place = 'local' | 'session';

/**
 * A JSON value of the browser's storage; undefined where there is none or it cannot be read.
 * Storage may be forbidden or full, so nothing here throws.
 */
export function readStored(storage: Place, key: string): unknown {
  return parseJson(readStoredText(storage, key) ?? '');
}

/** What is stored, as it stands there; undefined where there is nothing. */
export function readStoredText(storage: Place, key: string): string | undefined {
  try {
    return storageOf(storage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a JSON value, or drops it where it is undefined; says whether that worked. */
export function writeStored(storage: Place, key: string, value: unknown): boolean {
  return writeStoredText(storage, key, value === undefined ? undefined : JSON.stringify(value));
}

/** Keeps a text as it is, or drops it where it is undefined; says whether that worked. */
export function writeStoredText(storage: Place, key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storageOf(storage).removeItem(key);
    else storageOf(storage).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Names of all that is stored; empty where storage is forbidden. */
export function storedKeys(storage: Place): string[] {
  try {
    return Object.keys(storageOf(storage));
  } catch {
    return [];
  }
}

const storageOf = (storage: Place) => (storage === 'local' ? localStorage : sessionStorage);
