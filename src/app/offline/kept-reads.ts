import type { QueryKey } from '@tanstack/react-query';
import { createStore, delMany, entries, get, update } from 'idb-keyval';
import { isTokenKept, openConnection } from '#src/api/connection.ts';
import { savedAt } from '#src/api/saved-connections.ts';

/** An answer as it was last seen. */
export interface KeptRead {
  key: QueryKey;
  /** When it was read, in ms since 1970. */
  at: number;
  /** Its data as JSON. */
  text: string;
}

/** Whose the reads are: of which tenant, of which sign-in there, and of which build, since each reads its own shapes. */
type Owner = [tenant: string, signIn: string, build: string];

const MOST = { reads: 30, characters: 2_500_000, ageMs: 7 * 24 * 60 * 60_000 } as const;

const database = createStore('countersign', 'reads');
const build = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/** What was last seen at a tenant by whoever is signed in there now, newest first. Empty where nothing can be kept. */
export async function readKept(tenant: string): Promise<readonly KeptRead[]> {
  try {
    const owner = await ownerOf(tenant);
    return owner ? bounded((await get<KeptRead[]>(owner, database)) ?? []) : [];
  } catch {
    return [];
  }
}

/** Keeps what was seen at a tenant, beside what has been kept of it. Where the browser keeps nothing, nor does this. */
export async function keepReads(tenant: string, reads: readonly KeptRead[]): Promise<void> {
  try {
    const owner = await ownerOf(tenant);
    if (!owner || reads.length === 0) return;
    const news = new Set(reads.map(({ key }) => JSON.stringify(key)));
    await update<KeptRead[]>(
      owner,
      (old = []) => bounded([...reads, ...old.filter(({ key }) => !news.has(JSON.stringify(key)))]),
      database,
    );
    // Whoever signed out meanwhile leaves nothing.
    if (String(await ownerOf(tenant)) !== String(owner)) await delMany([owner], database);
  } catch {
    // Storage may be forbidden or full: the page is as good as without it.
  }
}

/** Drops what belongs to nobody who is signed in, and what is too old. */
export async function dropForeignReads(): Promise<void> {
  try {
    const all = await entries<Owner, KeptRead[]>(database);
    const owners = await Promise.all(all.map(([[tenant]]) => ownerOf(tenant)));
    const gone = all.filter(([owner, reads], n) => String(owner) !== String(owners[n]) || bounded(reads).length === 0);
    const owned = gone.map(([owner]) => owner);
    if (owned.length > 0) await delMany(owned, database);
  } catch {
    // Without storage nothing is kept.
  }
}

/** Drops what whoever is signed in at a tenant has seen there. */
export async function dropReads(tenant: string): Promise<void> {
  try {
    const owner = await ownerOf(tenant);
    if (owner) await delMany([owner], database);
  } catch {
    // Without storage nothing is kept.
  }
}

/** The newest that are worth keeping. */
export function bounded(reads: readonly KeptRead[], now = Date.now()): KeptRead[] {
  let characters = 0;
  return reads
    .filter(({ at }) => now - at < MOST.ageMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST.reads)
    .filter(({ text }) => {
      const fits = characters + text.length <= MOST.characters;
      if (fits) characters += text.length;
      return fits;
    });
}

/** Undefined where nobody is signed in, or only until this page is left. */
async function ownerOf(tenant: string): Promise<Owner | undefined> {
  const connection = openConnection(tenant);
  if (!connection || !isSecureContext) return undefined;
  const { token } = connection;
  if (token === undefined) return [tenant, String(savedAt(tenant)?.sessionSince), build];
  if (!isTokenKept(tenant)) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${tenant} ${token}`));
  // Enough to tell one token from another, and far too little to tell the token.
  return [tenant, new Uint32Array(digest).slice(0, 2).join('-'), build];
}
