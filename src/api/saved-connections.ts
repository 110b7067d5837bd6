import { followStored } from '#src/lib/follow-stored.ts';
import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';

/** Colours that tell tenants apart, always beside their names. */
export const COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

/** How updates of records are sent: PUT as documented, PATCH to tenants that take nothing else. */
export const VERBS = ['PUT', 'PATCH'] as const;
export type Verb = (typeof VERBS)[number];

/** A tenant as it is remembered in this browser: never with its token. */
export interface SavedConnection {
  /** Base address without a slash at its end. It is the key of everything kept of the tenant, too. */
  address: string;
  name: string;
  colour: Colour;
  verb: Verb;
  /** When the server of this page took the token into its cookie, in ms since 1970; absent where it holds none. */
  sessionSince?: number | undefined;
  /** When one last signed out in any tab, in ms since 1970: tokens that other tabs hold end with it. */
  signedOutAt?: number | undefined;
}

const KEY = 'countersign.connections';

/** The tenants of this browser, in the order they were added. */
export const savedConnections = createStore<readonly SavedConnection[]>(readKept());

/** Changes the saved tenants, in all tabs. */
export function changeSaved(change: (all: readonly SavedConnection[]) => readonly SavedConnection[]): void {
  const next = change(savedConnections.get());
  writeStored('local', KEY, next);
  savedConnections.set(next);
}

/** The saved tenant of an address, if there is one. */
export const savedAt = (address: string | undefined): SavedConnection | undefined =>
  savedConnections.get().find((saved) => saved.address === address);

/** A tenant as it is first saved: called after its host, in the colour that is used least. */
export function newSaved(address: string): SavedConnection {
  const used = (colour: Colour) => savedConnections.get().filter((saved) => saved.colour === colour).length;
  const [colour = COLOURS[0]] = COLOURS.toSorted((a, b) => used(a) - used(b));
  return { address, name: new URL(address).host, colour, verb: 'PUT' };
}

/** Takes over what another tab has changed; calls back afterwards, with the tenants as they were before. */
export function followSaved(listener: (before: readonly SavedConnection[]) => void): void {
  followStored([KEY], () => {
    const before = savedConnections.get();
    savedConnections.set(readKept());
    listener(before);
  });
}

function readKept(): SavedConnection[] {
  const kept = readStored('local', KEY);
  return Array.isArray(kept) ? kept.map(readSaved).filter((saved) => saved !== undefined) : [];
}

/** What lies in storage may be from another time of this program. */
function readSaved(value: unknown): SavedConnection | undefined {
  const { address, name, colour, verb, sessionSince, signedOutAt } = asRecord(value) ?? {};
  if (typeof address !== 'string' || !/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  return {
    address,
    name: typeof name === 'string' && name.trim() ? name : new URL(address).host,
    colour: COLOURS.find((known) => known === colour) ?? COLOURS[0],
    verb: VERBS.find((known) => known === verb) ?? 'PUT',
    sessionSince: typeof sessionSince === 'number' ? sessionSince : undefined,
    signedOutAt: typeof signedOutAt === 'number' ? signedOutAt : undefined,
  };
}
