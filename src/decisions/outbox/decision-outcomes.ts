import type { Decision } from '../send-decision.ts';
import type { Failures } from '../send-together.ts';
import type { PendingDecision } from './outbox-store.ts';
import { createTenantStore } from './tenant-store.ts';

/** Decisions that were refused, by draft, until the draft is decided anew. */
export const failedDecisions = createTenantStore<Readonly<Record<string, FailedDecision>>>({});

interface FailedDecision {
  decision: Decision;
  error: unknown;
}

/** Drafts decided here, whose lists have not been read again. */
export const decidedHere = createTenantStore<ReadonlySet<string>>(new Set());

/** What came of decisions that were taken together, and why those failed that did. */
type OutcomeListener = (entries: readonly PendingDecision[], failures: Failures) => void;
const listeners = new Set<OutcomeListener>();

/** Calls back when decisions of this tab went through or failed; returns how to stop that. */
export function onOutcome(listener: OutcomeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells all listeners. */
export function tellOutcome(entries: readonly PendingDecision[], failures: Failures): void {
  for (const listener of listeners) listener(entries, failures);
}

/** Notes why a decision on a draft of a tenant failed; undefined where a new one is taken. */
export function noteFailure(connectionKey: string, draftId: string, failure: FailedDecision | undefined): void {
  failedDecisions.change(connectionKey, ({ [draftId]: _, ...others }) =>
    failure ? { ...others, [draftId]: failure } : others,
  );
}
