import { parseJson } from './json.ts';

type Place = 'local' | 'session';

/**
 * Reads a JSON value from browser storage; undefined if missing or unreadable. Nothing here throws, as storage may be
 * forbidden or full.
 */
export function readStored(storage: Place, key: string): unknown {
  return parseJson(readStoredText(storage, key) ?? '');
}

/** The raw stored text; undefined if there is none. */
export function readStoredText(storage: Place, key: string): string | undefined {
  try {
    return storageOf(storage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a JSON value, or removes it if undefined; returns whether that worked. */
export function writeStored(storage: Place, key: string, value: unknown): boolean {
  return writeStoredText(storage, key, value === undefined ? undefined : JSON.stringify(value));
}

/** Stores a raw text, or removes it if undefined; returns whether that worked. */
export function writeStoredText(storage: Place, key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storageOf(storage).removeItem(key);
    else storageOf(storage).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** All storage keys; empty if storage is forbidden. */
export function storedKeys(storage: Place): string[] {
  try {
    return Object.keys(storageOf(storage));
  } catch {
    return [];
  }
}

const storageOf = (storage: Place) => (storage === 'local' ? localStorage : sessionStorage);
