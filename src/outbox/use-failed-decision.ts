import { CommentNotSavedError } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { useStore } from '#src/lib/store.ts';
import { explainBlockedKey } from '#src/list/use-list-keys.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { type FailedDecision, failedDecisions } from './decision-outcomes.ts';
import { focusOpenFormOf } from './focus-open-form.ts';
import { batchOf } from './outbox-store.ts';
import { decisionErrorMessage } from './use-decision-toasts.ts';

/** Why the last decision on a draft failed, and how to send it again. */
interface ShownFailure {
  /** In one or two sentences. */
  sentence: string;
  /** Sends the same decision again, unless a form is open on its draft; undefined if it would be refused again. */
  retry: (() => void) | undefined;
}

/** The last decision on a draft, if it failed. */
export function useFailedDecision(draftId: string): ShownFailure | undefined {
  const failed = useStore(failedDecisions, (failed) => failed[draftId]);
  if (!failed) return undefined;
  const { error } = failed;
  const words = error instanceof ApiError && error.status === 500 ? error.words : undefined;
  const message = decisionErrorMessage(error);
  return { sentence: words ? `${words} · ${message}` : message, retry: retryOf([failed]) };
}

/** Retries the failed decisions of a batch that were not replaced since; undefined if none can be retried. */
export const useRetry = (batch: string): (() => void) | undefined =>
  retryOf(Object.values(useStore(failedDecisions)).filter(({ decision }) => batchOf(decision) === batch));

function retryOf(failed: readonly FailedDecision[]): (() => void) | undefined {
  const decisions = failed.filter(({ error }) => canRetry(error)).map(({ decision }) => decision);
  if (decisions.length === 0) return undefined;
  return () => {
    const whyNot = focusOpenFormOf(decisions.map(({ draftId }) => draftId));
    if (whyNot) explainBlockedKey(whyNot);
    else enqueueDecisions(decisions, ({ label }) => label);
  };
}

const OUTDATED = ['already_resolved', 'stale_version', 'room_moved_on'];

/** Whether the same decision may succeed later: false if it was applied, or if what it was based on has changed. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof CommentNotSavedError) &&
  !(error instanceof ApiError && OUTDATED.some((code) => error.hasCode(code)));
