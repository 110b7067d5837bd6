import { followStored } from '#src/lib/follow-stored.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import type { Decision } from '../send-decision.ts';

/** A decision that may not have reached the tenant yet. */
export interface PendingDecision extends Decision {
  /** Its subject: the name of the room. */
  label: string;
  /** Shared by decisions made together: they are undone and sent together. */
  batch?: string | undefined;
  connectionKey: string;
  /** The tab that will send it. */
  owner: string;
  /** When it is sent or retried, in ms since 1970. */
  dueAt: number;
  /** `unknown`: sent, but not answered; the outcome is being looked up. `busy`: the tenant asked to retry later. */
  state: 'waiting' | 'sending' | 'unknown' | 'busy';
}

const KEY = 'countersign.outbox';

/** All pending decisions of this browser, across tabs and tenants, oldest first. */
export const outbox = createStore<readonly PendingDecision[]>(readKept());

let isKept = true;

/** The current outbox, including changes that another tab has just made. */
export const readOutbox = (): readonly PendingDecision[] => (isKept ? readKept() : outbox.get());

/** Changes the outbox of all tabs, or of this tab alone if storage fails. */
export function changeOutbox(make: (all: readonly PendingDecision[]) => readonly PendingDecision[]): void {
  const next = make(readOutbox());
  isKept = writeStored('local', KEY, next.length > 0 ? next : undefined);
  outbox.set(next);
}

export function dropDecisions(entries: readonly PendingDecision[]): void {
  changeOutbox((all) => all.filter((other) => !entries.some((entry) => isSame(other, entry))));
}

/** Patches decisions that are still in the outbox. */
export function updateDecisions(entries: readonly PendingDecision[], patch: Partial<PendingDecision>): void {
  changeOutbox((all) =>
    all.map((other) => (entries.some((entry) => isSame(other, entry)) ? { ...other, ...patch } : other)),
  );
}

/** Whether both are for the same draft of the same tenant; each draft has one decision at most. */
export const isSame = (a: PendingDecision, b: PendingDecision): boolean =>
  a.connectionKey === b.connectionKey && a.draftId === b.draftId;

/** Key shared by the decisions of a batch. */
export const batchOf = ({ batch, connectionKey, draftId }: PendingDecision): string =>
  batch ?? `${connectionKey} ${draftId}`;

/** Decisions grouped by batch, oldest first. */
export const batchesOf = (entries: readonly PendingDecision[]): PendingDecision[][] => [
  ...Map.groupBy(entries, batchOf).values(),
];

function readKept(): PendingDecision[] {
  const stored = readStored('local', KEY);
  return Array.isArray(stored) ? stored.filter(isPending) : [];
}

/** Storage may hold data from another version of the dashboard. */
function isPending(value: unknown): value is PendingDecision {
  const entry = value as Partial<PendingDecision> | null; // Each member is checked.
  return (
    typeof entry?.draftId === 'string' &&
    (entry.kind === 'approve' || entry.kind === 'reject') &&
    typeof entry.connectionKey === 'string' &&
    typeof entry.dueAt === 'number' &&
    typeof entry.seen === 'object' &&
    entry.seen !== null
  );
}

followStored([KEY], () => outbox.set(readKept()));
