import type { Decision } from '../send-decision.ts';
import type { Failures } from '../send-together.ts';
import type { PendingDecision } from './outbox-store.ts';
import { createTenantStore } from './tenant-store.ts';

/** Refused decisions by draft, until the draft is decided again. */
export const failedDecisions = createTenantStore<Readonly<Record<string, FailedDecision>>>({});

interface FailedDecision {
  decision: Decision;
  error: unknown;
}

/** Drafts decided here, whose lists have not been refetched. */
export const decidedHere = createTenantStore<ReadonlySet<string>>(new Set());

/** Receives the outcome of a batch, with the errors of those that failed. */
type OutcomeListener = (entries: readonly PendingDecision[], failures: Failures) => void;
const listeners = new Set<OutcomeListener>();

/** Calls back when decisions of this tab succeed or fail; returns an unsubscribe function. */
export function onOutcome(listener: OutcomeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellOutcome(entries: readonly PendingDecision[], failures: Failures): void {
  for (const listener of listeners) listener(entries, failures);
}

/** Records why a decision on a draft failed; undefined clears it for a new decision. */
export function noteFailure(connectionKey: string, draftId: string, failure: FailedDecision | undefined): void {
  failedDecisions.change(connectionKey, ({ [draftId]: _, ...others }) =>
    failure ? { ...others, [draftId]: failure } : others,
  );
}
