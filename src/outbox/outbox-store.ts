import { useMemo } from 'react';
import { connection, type SignInMark } from '#src/api/connection.ts';
import type { Decision } from '#src/api/decision.ts';
import { type ActionOwner, isOwnActionAt } from '#src/bulk/action-owner.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { readStoredList, writeStoredList } from '#src/lib/storage/local-storage.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';

/** A decision that may not have reached the server yet. */
export interface PendingDecision extends Decision, ActionOwner {
  /** Its subject: the name of the room. */
  label: string;
  /** Shared by decisions made together: they are undone and sent together. */
  batch?: string | undefined;
  /** Whether the batch is a selection in the queue, which is restored if it is undone, cancelled or refused. */
  isSelection?: boolean | undefined;
  /** Path to return to if the decision is undone. */
  path?: string | undefined;
  /** The sign-in under which it was made. */
  signIn?: SignInMark | undefined;
  /** When it is sent or retried, in ms since 1970. */
  dueAt: number;
  /** `unknown`: sent, but not answered; the outcome is being looked up. `busy`: the server asked to retry later. */
  state: 'waiting' | 'sending' | 'unknown' | 'busy';
}

export const OUTBOX_KEY = 'countersign.outbox';

/** All pending decisions of this browser, across tabs and connections, oldest first. */
export const outbox = createStore<readonly PendingDecision[]>(readStoredList(OUTBOX_KEY, isPending));

let isPersisted = true;

/** The current outbox, including changes that another tab has just made. */
export function readOutbox(): readonly PendingDecision[] {
  const stored = readStoredList(OUTBOX_KEY, isPending);
  if (isPersisted) return stored;
  // This tab's decisions, and those it has released, are up to date only in memory.
  const own = outbox.get().filter(({ owner }) => !owner || owner === tabId);
  const isOwn = amongEntries(own);
  return [...stored.filter((entry) => entry.owner !== tabId && !isOwn(entry)), ...own];
}

/** Changes the outbox of all tabs, or of this tab alone if storage fails. */
export function changeOutbox(make: (all: readonly PendingDecision[]) => readonly PendingDecision[]): void {
  const next = make(readOutbox());
  isPersisted = writeStoredList(OUTBOX_KEY, next);
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

/** Returns a test for membership by draft, connection and user: there is at most one decision for each. */
export function amongEntries(entries: readonly PendingDecision[]): (entry: PendingDecision) => boolean {
  const decisionKey = ({ connectionKey, draftId, by }: PendingDecision) => `${draftId} ${connectionKey} ${by}`;
  const keys = new Set(entries.map(decisionKey));
  return (entry) => keys.has(decisionKey(entry));
}

/** Key shared by the decisions of a batch. */
export const batchOf = ({ batch, connectionKey, draftId }: PendingDecision): string =>
  batch ?? `${connectionKey} ${draftId}`;

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

/** Whether the outbox has a decision of the signed-in user on a draft, from any tab. */
export const hasDecision = (draftId: string): boolean =>
  readOutbox().some((entry) => entry.draftId === draftId && isOwnActionAt(connection.get()?.key, entry));

/** Ids of this connection's drafts with a decision in the outbox. */
export function usePendingIds(): readonly string[] {
  const key = useStore(connection)?.key;
  const pending = useStore(outbox);
  return useMemo(
    () => pending.filter((entry) => isOwnActionAt(key, entry)).map(({ draftId }) => draftId),
    [pending, key],
  );
}
