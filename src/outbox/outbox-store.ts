import { useMemo } from 'react';
import { connection, type SignInMark } from '#src/api/connection.ts';
import type { Decision } from '#src/api/decision.ts';
import { signedInId } from '#src/api/query-client.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';

/** A decision that may not have reached the server yet. */
export interface PendingDecision extends Decision {
  /** Its subject: the name of the room. */
  label: string;
  /** Shared by decisions made together: they are undone and sent together. */
  batch?: string | undefined;
  /** Whether the batch is a selection in the queue, which is selected again if it is not decided. */
  isSelection?: boolean | undefined;
  /** Where the draft is found again if its decision is undone. */
  path?: string | undefined;
  connectionKey: string;
  /** The sign-in under which it was made. */
  signIn?: SignInMark | undefined;
  /** The tab that will send it. */
  owner: string;
  /** When it is sent or retried, in ms since 1970. */
  dueAt: number;
  /** `unknown`: sent, but not answered; the outcome is being looked up. `busy`: the server asked to retry later. */
  state: 'waiting' | 'sending' | 'unknown' | 'busy';
}

export const OUTBOX_KEY = 'countersign.outbox';

/** All pending decisions of this browser, across tabs and connections, oldest first. */
export const outbox = createStore<readonly PendingDecision[]>(loadOutbox());

let isPersisted = true;

/** The current outbox, including changes that another tab has just made. */
export const readOutbox = (): readonly PendingDecision[] => (isPersisted ? loadOutbox() : outbox.get());

/** Changes the outbox of all tabs, or of this tab alone if storage fails. */
export function changeOutbox(make: (all: readonly PendingDecision[]) => readonly PendingDecision[]): void {
  const next = make(readOutbox());
  isPersisted = writeStored('local', OUTBOX_KEY, next.length > 0 ? next : undefined);
  outbox.set(next);
}

export function dropDecisions(entries: readonly PendingDecision[]): void {
  const isOne = amongEntries(entries);
  changeOutbox((all) => all.filter((other) => !isOne(other)));
}

/** Patches decisions that are still in the outbox. */
export function updateDecisions(entries: readonly PendingDecision[], patch: Partial<PendingDecision>): void {
  const isOne = amongEntries(entries);
  changeOutbox((all) => all.map((other) => (isOne(other) ? { ...other, ...patch } : other)));
}

/** Tells whether a decision is one of these. Each draft has one at most, of one person at one connection. */
export function amongEntries(entries: readonly PendingDecision[]): (entry: PendingDecision) => boolean {
  const decisionKey = ({ connectionKey, draftId, by }: PendingDecision) => `${draftId} ${connectionKey} ${by}`;
  const keys = new Set(entries.map(decisionKey));
  return (entry) => keys.has(decisionKey(entry));
}

/** Where, by whom and in which tab a decision or another action was taken. */
type Taken = Pick<PendingDecision, 'connectionKey' | 'by' | 'owner'>;

/** Whether it waits until another person signs in again, and concerns nobody else. */
export const isOfOtherPerson = ({ connectionKey: key, by }: Taken): boolean =>
  by !== undefined && by !== (signedInId({ key }) ?? by);

/** Whether it belongs to a connection, and to the person who is signed in there. */
export const isOwnAt = (key: string | undefined, entry: Taken): boolean =>
  entry.connectionKey === key && !isOfOtherPerson(entry);

/** Whether another tab owns it, of the person who is signed in at the current connection. */
export const isOfOtherTab = (entry: Taken): boolean => entry.owner !== tabId && isOwnAt(connection.get()?.key, entry);

/** Key shared by the decisions of a batch. */
export const batchOf = ({ batch, connectionKey, draftId }: PendingDecision): string =>
  batch ?? `${connectionKey} ${draftId}`;

function loadOutbox(): PendingDecision[] {
  const stored = readStored('local', OUTBOX_KEY);
  return Array.isArray(stored) ? stored.filter(isPending) : [];
}

/** Storage may hold data from another version of the dashboard. */
export function isPending(value: unknown): value is PendingDecision {
  const entry = asRecord(value);
  return (
    typeof entry?.draftId === 'string' &&
    (entry.kind === 'approve' || entry.kind === 'reject') &&
    typeof entry.connectionKey === 'string' &&
    typeof entry.dueAt === 'number' &&
    (entry.path === undefined || typeof entry.path === 'string') &&
    isRecord(entry.seen)
  );
}

/** Whether the signed-in person has a decision on a draft in the outbox, in whatever tab. */
export const hasDecision = (draftId: string): boolean =>
  readOutbox().some((entry) => entry.draftId === draftId && isOwnAt(connection.get()?.key, entry));

/** Ids of this connection's drafts with a decision in the outbox. */
export function usePendingIds(): readonly string[] {
  const key = useStore(connection)?.key;
  const pending = useStore(outbox);
  return useMemo(() => pending.filter((entry) => isOwnAt(key, entry)).map(({ draftId }) => draftId), [pending, key]);
}
