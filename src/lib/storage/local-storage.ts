import { asArray, parseJson } from '../json.ts';
import { combineCleanups, listen } from '../listen.ts';

type StorageArea = 'local' | 'session';

/** Reads a JSON value; undefined if missing or unreadable. Nothing here throws: storage may be forbidden or full. */
export function readStored(storage: StorageArea, key: string): unknown {
  return parseJson(readStoredText(storage, key) ?? '');
}

/** The raw stored text; undefined if there is none. */
export function readStoredText(storage: StorageArea, key: string): string | undefined {
  try {
    return storageOf(storage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a JSON value, or removes it if undefined; returns whether that worked. */
export function writeStored(storage: StorageArea, key: string, value: unknown): boolean {
  return writeStoredText(storage, key, value === undefined ? undefined : JSON.stringify(value));
}

/** Stores a raw text, or removes it if undefined; returns whether that worked. */
export function writeStoredText(storage: StorageArea, key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) storageOf(storage).removeItem(key);
    else storageOf(storage).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The valid items of a list in local storage: another version of the dashboard may have stored others. */
export const readStoredList = <Item>(key: string, isItem: (value: unknown) => value is Item): Item[] =>
  asArray(readStored('local', key)).filter(isItem);

/** Stores a list in local storage, or removes an empty one; returns whether that worked. */
export const writeStoredList = (key: string, items: readonly unknown[]): boolean =>
  writeStored('local', key, items.length > 0 ? items : undefined);

/** All storage keys; empty if storage is forbidden. */
export function storedKeys(storage: StorageArea): string[] {
  try {
    return Object.keys(storageOf(storage));
  } catch {
    return [];
  }
}

const storageOf = (storage: StorageArea) => (storage === 'local' ? localStorage : sessionStorage);

/**
 * Calls back when one of the storage keys may have changed elsewhere: in another tab, or while this page was in the
 * back/forward cache. Returns an unsubscribe function.
 */
export function onStorageChange(keys: readonly string[], listener: () => void): () => void {
  const stopStorage = listen(window, 'storage', ({ key }) => {
    if (key === null || keys.includes(key)) listener();
  });
  // A page in the back/forward cache receives no events.
  const stopShow = listen(window, 'pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
  return combineCleanups(stopStorage, stopShow);
}
