import type { QueryKey } from '@tanstack/react-query';
import { createStore, delMany, entries, get, update } from 'idb-keyval';
import { isTokenKept, openConnection } from '#src/api/connection.ts';
import { findSavedConnection } from '#src/api/sign-in/connection-store.ts';

/** A persisted query. */
interface PersistedRead {
  key: QueryKey;
  /** When it was fetched, in ms since 1970. */
  at: number;
  /** Its data as JSON. */
  text: string;
}

/** Owner of persisted data: connection, sign-in, and build, since each build has its own data shapes. */
type Owner = [connection: string, signIn: string, build: string];

const DAY_MS = 24 * 60 * 60_000;
const MAX = { reads: 30, characters: 2_500_000, ageMs: 7 * DAY_MS } as const;

const database = createStore('countersign', 'reads');
const build = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/** Undefined if storage is unavailable, forbidden or full: persistence is optional. */
const attempt = <Result>(run: () => Promise<Result>): Promise<Result | undefined> => run().catch(() => undefined);

/** Persisted queries of the current sign-in at a connection, newest first. Empty if storage is unavailable. */
export async function readPersisted(key: string): Promise<readonly PersistedRead[]> {
  const kept = await attempt(async () => {
    const owner = await ownerOf(key);
    return owner && get<PersistedRead[]>(owner, database);
  });
  return bounded(kept ?? []);
}

/** Merges queries into the persisted ones of a connection. No-op if storage is unavailable. */
export const persistReads = (key: string, reads: readonly PersistedRead[]): Promise<void> =>
  attempt(async () => {
    const owner = await ownerOf(key);
    if (!owner || reads.length === 0) return;
    const news = new Set(reads.map(({ key }) => JSON.stringify(key)));
    await update<PersistedRead[]>(
      owner,
      (old = []) => bounded([...reads, ...old.filter(({ key }) => !news.has(JSON.stringify(key)))]),
      database,
    );
    // If the user signed out during the write, delete the entry again.
    if (String(await ownerOf(key)) !== String(owner)) await delMany([owner], database);
  });

/** Deletes data of ended sign-ins, and expired data. */
export const deleteForeignReads = (): Promise<void> =>
  attempt(async () => {
    const all = await entries<Owner, PersistedRead[]>(database);
    const owners = await Promise.all(all.map(([[key]]) => ownerOf(key)));
    const isKept = ([owner, reads]: (typeof all)[number], n: number) =>
      bounded(reads).length > 0 && (String(owner) === String(owners[n]) || isPossiblyOtherTabs(owner, reads));
    const gone = all.filter((entry, n) => !isKept(entry, n)).map(([owner]) => owner);
    if (gone.length > 0) await delMany(gone, database);
  });

/** Whether another tab may hold the token: no sign-out since, and the data is less than a day old. */
function isPossiblyOtherTabs([key, signIn, of]: Owner, reads: readonly PersistedRead[]): boolean {
  const saved = findSavedConnection(key);
  const since = Math.max(saved?.signedOutAt ?? 0, Date.now() - DAY_MS);
  return saved !== undefined && signIn.includes('-') && of === build && reads.some(({ at }) => at > since);
}

/** Deletes the persisted data of the current sign-in at a connection. */
export const dropReads = (key: string): Promise<void> =>
  attempt(async () => {
    const owner = await ownerOf(key);
    if (owner) await delMany([owner], database);
  });

/** Applies the limits of age, count and total size; the newest entries win. */
export function bounded(reads: readonly PersistedRead[], now = Date.now()): PersistedRead[] {
  let characters = 0;
  return reads
    .filter(({ at }) => now - at < MAX.ageMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX.reads)
    .filter(({ text }) => {
      const fits = characters + text.length <= MAX.characters;
      if (fits) characters += text.length;
      return fits;
    });
}

/** Undefined without a secure context, if signed out, or if the sign-in does not survive a reload. */
async function ownerOf(key: string): Promise<Owner | undefined> {
  const connection = openConnection(key);
  if (!connection || !isSecureContext) return undefined;
  const { token } = connection;
  if (token === undefined) return [key, String(findSavedConnection(key)?.sessionSince), build];
  if (!isTokenKept(key)) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${key} ${token}`));
  // A truncated hash distinguishes tokens without revealing them.
  return [key, new Uint32Array(digest).slice(0, 2).join('-'), build];
}
