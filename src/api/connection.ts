import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';

/** A tenant one is signed in to. The token lives in memory and in this tab's session storage, nowhere else. */
export interface Connection {
  /** Keys everything that is kept of this tenant: caches, typed texts, settings. */
  key: string;
  /** Base address without a slash at its end; requests go to `{address}/rapi/v1/…`. */
  address: string;
  token: string;
}

const SESSION = 'countersign.session';
const ADDRESSES = 'countersign.addresses';
const MOST_ADDRESSES = 20;

/** The tenant one is signed in to, if any. */
export const connection = createStore<Connection | undefined>(restore());

/** Takes a token into use, and remembers the address (never the token) for the next time. */
export function signIn(address: string, token: string): Connection {
  const base = normaliseAddress(address);
  const signedIn = { key: base, address: base, token };
  writeStored('session', SESSION, { address: base, token });
  writeStored(
    'local',
    ADDRESSES,
    [base, ...savedAddresses().filter((saved) => saved !== base)].slice(0, MOST_ADDRESSES),
  );
  connection.set(signedIn);
  return signedIn;
}

/** Forgets the token. The address stays among the saved ones. */
export function signOut(): void {
  writeStored('session', SESSION, undefined);
  connection.set(undefined);
}

/** Addresses one has signed in to from this browser, newest first. */
export function savedAddresses(): string[] {
  const saved = readStored('local', ADDRESSES);
  return Array.isArray(saved) ? saved.filter((address) => typeof address === 'string') : [];
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
  return url.origin + url.pathname.replace(/(\/rapi(\/v1)?)?\/*$/, '');
}

/** Whether a text can travel in a header: visible ASCII, nothing else. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

function restore(): Connection | undefined {
  const session = asRecord(readStored('session', SESSION));
  if (typeof session?.address !== 'string' || typeof session.token !== 'string') return undefined;
  return { key: session.address, address: session.address, token: session.token };
}
