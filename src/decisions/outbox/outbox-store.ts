import { followStored } from '#src/lib/follow-stored.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import type { Decision } from '../send-decision.ts';

/** A decision that has been taken and may not have reached the tenant yet. */
export interface PendingDecision extends Decision {
  /** What it is about, in words: the name of the room. */
  label: string;
  /** In common with those that were taken together: they are taken back together and leave together. */
  batch?: string | undefined;
  connectionKey: string;
  /** The tab that will send it. */
  owner: string;
  /** When it is sent, or tried again, in milliseconds since 1970. */
  dueAt: number;
  /** `unknown`: it was sent, but no answer came; it is being found out. `busy`: the tenant asked to come back later. */
  state: 'waiting' | 'sending' | 'unknown' | 'busy';
}

const KEY = 'countersign.outbox';

/** Every decision under way in this browser, of every tab and tenant, oldest first. */
export const outbox = createStore<readonly PendingDecision[]>(readKept());

let isKept = true;

/** The outbox as it is now, also where another tab has just changed it. */
export const readOutbox = (): readonly PendingDecision[] => (isKept ? readKept() : outbox.get());

/** Changes the outbox of all tabs. Where the browser refuses to keep it, it is this tab's alone. */
export function changeOutbox(make: (all: readonly PendingDecision[]) => readonly PendingDecision[]): void {
  const next = make(readOutbox());
  isKept = writeStored('local', KEY, next.length > 0 ? next : undefined);
  outbox.set(next);
}

/** Takes decisions out. */
export function dropDecisions(entries: readonly PendingDecision[]): void {
  changeOutbox((all) => all.filter((other) => !entries.some((entry) => isSame(other, entry))));
}

/** Changes some members of decisions that are still there. */
export function updateDecisions(entries: readonly PendingDecision[], patch: Partial<PendingDecision>): void {
  changeOutbox((all) =>
    all.map((other) => (entries.some((entry) => isSame(other, entry)) ? { ...other, ...patch } : other)),
  );
}

/** Whether both are about the same draft of the same tenant: there is one decision a draft. */
export const isSame = (a: PendingDecision, b: PendingDecision): boolean =>
  a.connectionKey === b.connectionKey && a.draftId === b.draftId;

/** Equal for decisions that go together. */
export const batchOf = ({ batch, connectionKey, draftId }: PendingDecision): string =>
  batch ?? `${connectionKey} ${draftId}`;

/** Decisions as they go together, oldest first. */
export const batchesOf = (entries: readonly PendingDecision[]): PendingDecision[][] => [
  ...Map.groupBy(entries, batchOf).values(),
];

function readKept(): PendingDecision[] {
  const stored = readStored('local', KEY);
  return Array.isArray(stored) ? stored.filter(isPending) : [];
}

/** What lies in storage may be from another time of this program. */
function isPending(value: unknown): value is PendingDecision {
  const entry = value as Partial<PendingDecision> | null; // Looked at member by member.
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
