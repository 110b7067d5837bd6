import { users } from '#contract/users.ts';
import { onSwitch, openConnection } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { asRecord } from '#src/lib/json.ts';
import {
  readStored,
  readStoredText,
  storedKeys,
  writeStored,
  writeStoredText,
} from '#src/lib/storage/local-storage.ts';
import { DRAFT_PREFIX } from './draft-storage.ts';

/** Followed by a tenant: id of the person who was signed in there last. */
const PERSON = 'countersign.person.';
/** Followed by a person and the storage key of a draft. */
const ASIDE = 'countersign.aside.';

/**
 * Keeps what one person has typed from the next who signs in with this browser: it is set aside when they sign out, and
 * is back when they are. Only for tenants that tell who is signed in.
 */
export function separatePersons(): void {
  onSwitch((left) => {
    if (left !== undefined && !openConnection(left)) setAside(left);
  });
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [key, resource, name] = query.queryKey;
    const id = asRecord(query.state.data)?.id;
    const isMe = type === 'updated' && resource === users.type && name === 'me';
    if (isMe && typeof key === 'string' && typeof id === 'string') welcome(key, id);
  });
}

function welcome(key: string, id: string): void {
  if (readStored('local', PERSON + key) !== id) {
    setAside(key);
    writeStored('local', PERSON + key, id);
  }
  const own = `${ASIDE}${id} `;
  for (const stored of draftsOf(key, own)) {
    const draft = stored.slice(own.length);
    if (readStoredText('local', draft) === undefined) move(stored, draft);
  }
}

function setAside(key: string): void {
  const person = readStored('local', PERSON + key);
  if (typeof person !== 'string') return;
  for (const draft of draftsOf(key)) move(draft, `${ASIDE}${person} ${draft}`);
}

/** Storage keys of a tenant's drafts. The address of another tenant may begin alike. */
function draftsOf(key: string, before = ''): string[] {
  const startOf = (address: string) => `${before}${DRAFT_PREFIX}${address}.`;
  const longer = savedConnections.get().filter(({ address }) => address.length > key.length);
  return storedKeys('local').filter(
    (stored) => stored.startsWith(startOf(key)) && !longer.some(({ address }) => stored.startsWith(startOf(address))),
  );
}

function move(from: string, to: string): void {
  if (writeStoredText('local', to, readStoredText('local', from))) writeStoredText('local', from, undefined);
}
