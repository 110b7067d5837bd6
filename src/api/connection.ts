import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore } from '#src/lib/store.ts';
import {
  type Colour,
  findSavedConnection,
  followSavedConnections,
  newSavedConnection,
  type SavedConnection,
  updateSavedConnections,
  type Verb,
} from './sign-in/connection-store.ts';

/** A tenant that the user is signed in to. */
export interface Connection {
  /** Key of everything stored for this tenant: caches, drafts, views. It is the base address. */
  key: string;
  /** Base address without a trailing slash; requests go to `{address}/rapi/v1/…`. */
  address: string;
  /** Name given by the user. */
  name: string;
  colour: Colour;
  /** Role of the user, if the service reports it. */
  role?: string | undefined;
  /** HTTP method of updates. */
  verb: Verb;
  /** Absent if the page's server holds it in an HttpOnly cookie. */
  token?: string | undefined;
}

/** The tenant that something belongs to: a connection, or its key alone. */
export type Tenant = Pick<Connection, 'key'> | undefined;

const CHOSEN = 'countersign.chosen';
const TOKENS = 'countersign.tokens';

/** Tokens of this tab by key, in memory. Those in `keptTokens` are in this tab's session storage as well. */
const tokens = new Map<string, string>();
const keptTokens = new Set<string>();
let signIns = 0;

restoreTokens();
let chosen = readKey('session') ?? readKey('local');

/** The current tenant, if the user is signed in to it. */
export const connection = createStore<Connection | undefined>(openConnection(chosen));

/** Address of this tab's tenant, signed in or not. */
export const chosenAddress = (): string | undefined => chosen;

/** Whether the server is the one that this page comes from. */
export const isOwnServer = ({ address }: Pick<Connection, 'address'>): boolean =>
  new URL(address).origin === location.origin;

/** Number of sign-ins this tab knows of. Tells whether a 401 is older than the newest token. */
export const signInCount = (): number => signIns;

/** Identifies a sign-in to a tenant. */
export interface SignInMark {
  signIns: number;
  signedOutAt?: number | undefined;
}

/** The current sign-in to a tenant, in this tab. */
export const signInMark = (key: string): SignInMark => ({
  signIns,
  signedOutAt: findSavedConnection(key)?.signedOutAt,
});

/** Whether `from` is the current tenant. */
export const isCurrent = (from: { key: string } | undefined): boolean => connection.get()?.key === from?.key;

/** The connection to a tenant, by this tab's token or the server's cookie; undefined if signed out. */
export function openConnection(key: string | undefined): Connection | undefined {
  const saved = findSavedConnection(key);
  if (!saved) return undefined;
  const { address, name, colour, verb, role } = saved;
  const known = { key: address, address, name, colour, role, verb };
  const token = tokens.get(address);
  if (token !== undefined) return { ...known, token };
  return holdsSession(saved) ? known : undefined;
}

/** Whether the token of a tenant survives a reload. */
export const isTokenKept = (key: string): boolean => keptTokens.has(key);

/** Signs in at a normalised address with a token; without one, by the cookie that the page's server has just set. */
export function signIn(base: string, token?: string, isKept = true): Connection {
  signIns++;
  setToken(base, token, isKept);
  const sessionSince = token === undefined ? Date.now() : undefined;
  // The role belonged to the previous user.
  const signedIn: SavedConnection = {
    ...(findSavedConnection(base) ?? newSavedConnection(base)),
    sessionSince,
    role: undefined,
  };
  updateSavedConnections((all) =>
    findSavedConnection(base) ? all.map((saved) => (saved.address === base ? signedIn : saved)) : [...all, signedIn],
  );
  choose(base);
  const opened = openConnection(base);
  if (!opened) throw new TypeError('a session is had with the server of this page alone');
  return opened;
}

/** Switches to a saved tenant, signed in or not. */
export function choose(key: string): void {
  setChosen(key);
  connection.set(openConnection(key));
}

/** Drops the token of the current tenant, which stays saved. */
export function signOut(): void {
  const key = connection.get()?.key;
  if (key === undefined) return;
  setToken(key, undefined, false);
  updateSavedConnections((all) =>
    all.map((saved) =>
      saved.address === key ? { ...saved, sessionSince: undefined, signedOutAt: Date.now() } : saved,
    ),
  );
  connection.set(undefined);
}

/** Updates a saved connection, e.g. its name. */
export function changeConnection(
  key: string,
  patch: Partial<Omit<SavedConnection, 'address' | 'sessionSince' | 'signedOutAt'>>,
): void {
  updateSavedConnections((all) => all.map((saved) => (saved.address === key ? { ...saved, ...patch } : saved)));
  if (connection.get()?.key === key) connection.set(openConnection(key));
}

/** Removes a saved tenant and its token. */
export function dropConnection(key: string): void {
  setToken(key, undefined, false);
  updateSavedConnections((all) => all.filter(({ address }) => address !== key));
  if (chosen === key) setChosen(undefined);
  if (connection.get()?.key === key) connection.set(undefined);
}

/** Calls back when the current tenant changes or is signed in or out; not when it is renamed or re-authenticated. */
export function onSwitch(listener: (leftKey: string | undefined) => void): () => void {
  let key = connection.get()?.key;
  return connection.subscribe(() => {
    const left = key;
    key = connection.get()?.key;
    if (key !== left) listener(left);
  });
}

/** Applies sign-outs and changes from other tabs. `onRenewed` is called after a sign-in there to this tab's tenant. */
export function followOtherTabs(onRenewed: () => void): void {
  let since = findSavedConnection(chosen)?.sessionSince;
  connection.subscribe(() => {
    since = findSavedConnection(chosen)?.sessionSince;
  });
  followSavedConnections((listed) => {
    const before = since;
    for (const { address, signedOutAt } of listed) {
      const now = findSavedConnection(address);
      // A tenant removed or signed out elsewhere must not stay signed in here.
      if (!now || now.signedOutAt !== signedOutAt) setToken(address, undefined, false);
    }
    connection.set(openConnection(chosen));
    if (since === undefined || since === before) return;
    signIns++;
    onRenewed();
  });
}

/** The cookie is sent to the page's own server only. */
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
