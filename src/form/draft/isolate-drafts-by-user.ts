import type { Query } from '@tanstack/react-query';
import { onSwitch, openConnection } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { findSavedConnection, LAST_USER, savedConnections } from '#src/api/sign-in/connection-store.ts';
import { asRecord } from '#src/lib/json.ts';
import {
  readStored,
  readStoredText,
  storedKeys,
  writeStored,
  writeStoredText,
} from '#src/lib/storage/local-storage.ts';
import { DRAFT_PREFIX, draftTurn } from './draft-storage.ts';

/**
 * Namespaces stored drafts by user: archives them on sign-out and restores them on the next sign-in. No-op if the server
 * does not identify its users.
 */
export function isolateDraftsByUser(): void {
  if (isIsolating) return;
  isIsolating = true;
  onSwitch((left) => {
    // The drafts of a removed connection are deleted, not archived.
    if (left === undefined || !findSavedConnection(left) || openConnection(left)) return;
    draftTurn.take(left);
    moveDrafts(left, '', archivePrefix(left));
    tokenUsers.delete(left);
  });
  draftTurn.take = (key, isPassive = false) => {
    const id = tokenUsers.get(key);
    if (id === undefined || readStored('local', LAST_USER + key) === id) return true;
    if (!isPassive) restoreDrafts(key, id);
    return !isPassive;
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') enter(query);
  });
  for (const query of queryClient.getQueryCache().getAll()) enter(query);
}

let isIsolating = false;

/** Users of this tab's tokens, by connection. Another tab may have a token of another user. */
const tokenUsers = new Map<string, unknown>();

/** Restores the user's drafts once the user is known. */
function enter({ queryKey: [key, , name], state }: Query): void {
  const id = asRecord(state.data)?.id;
  if (name !== 'me' || typeof key !== 'string' || !id) return;
  if (openConnection(key)?.token !== undefined) tokenUsers.set(key, id);
  restoreDrafts(key, id);
}

/** Archives the previous user's drafts, and restores this user's own. */
function restoreDrafts(key: string, id: unknown): void {
  if (readStored('local', LAST_USER + key) !== id) moveDrafts(key, '', archivePrefix(key));
  writeStored('local', LAST_USER + key, id);
  moveDrafts(key, archivePrefix(key), '');
}

/** Key prefix of a user's archived drafts; empty if the user is unknown. */
function archivePrefix(key: string): string {
  const userId = readStored('local', LAST_USER + key);
  return userId === undefined ? '' : `countersign.aside.${userId} `;
}

function moveDrafts(key: string, from: string, to: string): void {
  const startOf = (address: string) => `${from}${DRAFT_PREFIX}${address}.`;
  // The address of another connection may start with this one.
  const others = savedConnections.get().filter(({ address }) => address.length > key.length);
  for (const stored of storedKeys('local')) {
    const isOther = from === to || others.some(({ address }) => stored.startsWith(startOf(address)));
    if (isOther || !stored.startsWith(startOf(key))) continue;
    const target = to + stored.slice(from.length);
    const isTyped = to === '' && readStoredText('local', target) !== undefined;
    if (!isTyped && writeStoredText('local', target, readStoredText('local', stored)))
      writeStoredText('local', stored, undefined);
  }
}
