import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import {
  type Colour,
  changeSaved,
  followSaved,
  newSaved,
  type SavedConnection,
  savedAt,
  type Verb,
} from './saved-connections.ts';

/** A tenant one is signed in to. */
export interface Connection {
  /** Keys everything that is kept of this tenant: caches, typed texts, views. It is the base address. */
  key: string;
  /** Base address without a slash at its end; requests go to `{address}/rapi/v1/…`. */
  address: string;
  /** What the person calls it. */
  name: string;
  colour: Colour;
  /** How updates of records are sent. */
  verb: Verb;
  /** Absent where the server of this page holds it, in a cookie that no page can read. */
  token?: string | undefined;
}

/** Whose something is: any connection to a tenant says so, or the key alone. */
export type Tenant = Pick<Connection, 'key'> | undefined;

const CHOSEN = 'countersign.chosen';
const TOKENS = 'countersign.tokens';

/** Tokens of this tab by key: here in memory, and those the person wants kept in this tab's session storage as well. */
const tokens = new Map<string, string>();
const keptTokens = new Set<string>();
let signIns = 0;

restoreTokens();
let chosen = readKey('session') ?? readKey('local');

/** The tenant one is at and signed in to, if any. */
export const connection = createStore<Connection | undefined>(openConnection(chosen));

/** The address this tab is at, signed in or not. */
export const chosenAddress = (): string | undefined => chosen;

/** How often anybody has signed in, as this tab knows: tells whether a refusal is older than the newest token. */
export const signInCount = (): number => signIns;

/** Whether `from` is the tenant on the screen. */
export const isCurrent = (from: { key: string } | undefined): boolean => connection.get()?.key === from?.key;

/** The tenant of a key as one is signed in to it, in this tab or by the server's cookie; undefined where one is not. */
export function openConnection(key: string | undefined): Connection | undefined {
  const saved = savedAt(key);
  if (!saved) return undefined;
  const { address, name, colour, verb } = saved;
  const known = { key: address, address, name, colour, verb };
  const token = tokens.get(address);
  if (token !== undefined) return { ...known, token };
  return holdsSession(saved) ? known : undefined;
}

/** Whether the token of a tenant is kept beyond this page, so that a reload does not ask for it. */
export const isTokenKept = (key: string): boolean => keptTokens.has(key);

/** Takes a token into use; without one, that which the server of this page has just taken into its cookie. */
export function signIn(address: string, token?: string, isKept = true): Connection {
  const base = normaliseAddress(address);
  signIns++;
  setToken(base, token, isKept);
  const sessionSince = token === undefined ? Date.now() : undefined;
  const signedIn: SavedConnection = { ...(savedAt(base) ?? newSaved(base)), sessionSince };
  changeSaved((all) =>
    savedAt(base) ? all.map((saved) => (saved.address === base ? signedIn : saved)) : [...all, signedIn],
  );
  choose(base);
  const opened = openConnection(base);
  if (!opened) throw new TypeError('a session is had with the server of this page alone');
  return opened;
}

/** Goes to a saved tenant; one is then signed in to it, or not. */
export function choose(key: string): void {
  setChosen(key);
  connection.set(openConnection(key));
}

/** Forgets the token of the tenant one is at. The tenant stays among the saved ones. */
export function signOut(): void {
  const key = connection.get()?.key;
  if (key === undefined) return;
  setToken(key, undefined, false);
  changeSaved((all) =>
    all.map((saved) =>
      saved.address === key ? { ...saved, sessionSince: undefined, signedOutAt: Date.now() } : saved,
    ),
  );
  connection.set(undefined);
}

/** Changes how a saved tenant is called, looks, or is written to. */
export function changeConnection(key: string, patch: Partial<Pick<SavedConnection, 'name' | 'colour' | 'verb'>>): void {
  changeSaved((all) => all.map((saved) => (saved.address === key ? { ...saved, ...patch } : saved)));
  if (connection.get()?.key === key) connection.set(openConnection(key));
}

/** Takes a tenant off the saved ones, with its token. */
export function dropConnection(key: string): void {
  setToken(key, undefined, false);
  changeSaved((all) => all.filter(({ address }) => address !== key));
  if (chosen === key) setChosen(undefined);
  if (connection.get()?.key === key) connection.set(undefined);
}

/** Calls back when one has gone to another tenant, or out: not where the same one is renamed or signed in to again. */
export function onSwitch(listener: (leftKey: string | undefined) => void): () => void {
  let key = connection.get()?.key;
  return connection.subscribe(() => {
    const left = key;
    key = connection.get()?.key;
    if (key !== left) listener(left);
  });
}

/** What other tabs do to the tenant one is at holds here, too; `onRenewed` hears of a sign-in there. */
export function followOtherTabs(onRenewed: () => void): void {
  let since = savedAt(chosen)?.sessionSince;
  connection.subscribe(() => {
    since = savedAt(chosen)?.sessionSince;
  });
  followSaved((listed) => {
    const before = since;
    for (const { address, signedOutAt } of listed) {
      const now = savedAt(address);
      // A tenant that was taken off the list elsewhere is not to be found again by its token.
      if (!now || now.signedOutAt !== signedOutAt) setToken(address, undefined, false);
    }
    connection.set(openConnection(chosen));
    if (since === undefined || since === before) return;
    signIns++;
    onRenewed();
  });
}

/**
 * A base address as it is kept: http or https, without query, fragment, `/rapi/v1` and slashes at its end.
 * Throws a TypeError where the text is no such address.
 */
export function normaliseAddress(text: string): string {
  const trimmed = text.trim();
  const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not a web address');
  if (url.username || url.password) throw new TypeError('an address holds no password');
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/rapi(\/v1)?$/, '');
}

/** Whether a text can travel in a header: visible ASCII, nothing else. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The cookie goes to the page's own server alone. */
function holdsSession({ address, sessionSince }: SavedConnection): boolean {
  return sessionSince !== undefined && address === location.origin;
}

function setChosen(key: string | undefined): void {
  chosen = key;
  writeStored('session', CHOSEN, key);
  writeStored('local', CHOSEN, key);
}

function setToken(key: string, token: string | undefined, isKept: boolean): void {
  if (token === undefined) tokens.delete(key);
  else tokens.set(key, token);
  if (token !== undefined && isKept) keptTokens.add(key);
  else keptTokens.delete(key);
  const kept = [...tokens].filter(([of]) => keptTokens.has(of));
  writeStored('session', TOKENS, kept.length > 0 ? Object.fromEntries(kept) : undefined);
}

function restoreTokens(): void {
  for (const [key, token] of Object.entries(asRecord(readStored('session', TOKENS)) ?? {})) {
    if (typeof token !== 'string') continue;
    tokens.set(key, token);
    keptTokens.add(key);
  }
}

function readKey(storage: 'local' | 'session'): string | undefined {
  const key = readStored(storage, CHOSEN);
  return typeof key === 'string' ? key : undefined;
}
