import { asArray, asRecord, isText } from '#src/lib/json.ts';
import { onStorageChange, readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore } from '#src/lib/store.ts';

/** Colours that distinguish tenants, always shown beside the name. */
export const COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'grey'] as const;
/** One of these, or the workspace's own colour, such as `#0f766e`. */
export type Colour = (typeof COLOURS)[number] | `#${string}`;

/** HTTP method of updates: PUT as documented, PATCH for tenants that accept nothing else. */
export const VERBS = ['PUT', 'PATCH'] as const;
export type Verb = (typeof VERBS)[number];

/** A tenant as stored in this browser, never with its token. */
export interface SavedConnection {
  /** Base address without a trailing slash. Also the storage and cache key of this tenant. */
  address: string;
  name: string;
  colour: Colour;
  verb: Verb;
  /** When the page's server stored the token in its cookie, in ms since 1970; absent if it holds none. */
  sessionSince?: number | undefined;
  /** When the user last signed out in any tab, in ms since 1970. Invalidates tokens held by other tabs. */
  signedOutAt?: number | undefined;
  /** The service's own title and colour, if it reports them. */
  title?: string | undefined;
  ownColour?: Colour | undefined;
  /** Role of the user who signed in last, if the service reports it. */
  role?: string | undefined;
}

const KEY = 'countersign.connections';
/** Storage key prefix, by connection: the user whose typed text is stored for its forms. */
export const LAST_USER = 'countersign.last-person.';

/** The tenants of this browser, in the order they were added. */
export const savedConnections = createStore<readonly SavedConnection[]>(loadSaved());

/** Updates the saved tenants in all tabs. */
export function updateSavedConnections(change: (all: readonly SavedConnection[]) => readonly SavedConnection[]): void {
  const next = change(savedConnections.get());
  writeStored('local', KEY, next);
  savedConnections.set(next);
}

/** The saved tenant with this address, if any. */
export const findSavedConnection = (address: string | undefined): SavedConnection | undefined =>
  savedConnections.get().find((saved) => saved.address === address);

/** A new tenant, named after its host until its title is known, in the least used colour. */
export function newSavedConnection(address: string): SavedConnection {
  const used = (colour: Colour) => savedConnections.get().filter((saved) => saved.colour === colour).length;
  const [colour = COLOURS[0]] = COLOURS.toSorted((a, b) => used(a) - used(b));
  return { address, name: new URL(address).hostname, colour, verb: 'PUT' };
}

/** Syncs changes made in other tabs, then calls `listener` with the previous list. */
export function followSavedConnections(listener: (before: readonly SavedConnection[]) => void): void {
  onStorageChange([KEY], () => {
    const before = savedConnections.get();
    savedConnections.set(loadSaved());
    listener(before);
  });
}

function loadSaved(): SavedConnection[] {
  const stored = asArray(readStored('local', KEY));
  return stored.map(parseSaved).filter((saved) => saved !== undefined);
}

/** Storage may hold data from another version of the dashboard. */
function parseSaved(value: unknown): SavedConnection | undefined {
  const { address, name, colour, verb, sessionSince, signedOutAt, title, ownColour, role } = asRecord(value) ?? {};
  if (typeof address !== 'string' || !/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  const { host, hostname } = new URL(address);
  return {
    address,
    name: isText(name) && name.trim() && name !== host ? name : hostname,
    colour: parseColour(colour) ?? COLOURS[0],
    verb: VERBS.find((known) => known === verb) ?? 'PUT',
    sessionSince: typeof sessionSince === 'number' ? sessionSince : undefined,
    signedOutAt: typeof signedOutAt === 'number' ? signedOutAt : undefined,
    title: isText(title) ? title : undefined,
    ownColour: parseColour(ownColour),
    role: isText(role) ? role : undefined,
  };
}

function parseColour(value: unknown): Colour | undefined {
  if (isText(value) && /^#[\da-f]{6}$/.test(value)) return `#${value.slice(1)}`;
  return COLOURS.find((known) => known === value);
}
