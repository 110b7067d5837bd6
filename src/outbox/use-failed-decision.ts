import { CommentNotSavedError } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { useStore } from '#src/lib/store.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { failedDecisions } from './decision-outcomes.ts';
import { batchOf } from './outbox-store.ts';
import { serviceWords } from './recent/recent-decisions.ts';
import { useDecisionSentence } from './use-decision-toasts.ts';

/** Why the last decision on a draft failed, and how to send it again. */
interface FailedDecision {
  /** In one or two sentences. */
  sentence: string;
  /** Sends the same decision again; undefined if it would be refused again, until the draft has been read. */
  retry: (() => void) | undefined;
}

/** The last decision on a draft, if it failed. */
export function useFailedDecision(draftId: string): FailedDecision | undefined {
  const failed = useStore(failedDecisions)[draftId];
  const sentence = useDecisionSentence();
  const retry = useRetry([draftId]);
  if (!failed) return undefined;
  const { error } = failed;
  const words = error instanceof ApiError && error.status === 500 ? serviceWords(error) : undefined;
  return { sentence: words ? `${words} · ${sentence(error)}` : sentence(error), retry };
}

/** Sends those decisions on these drafts again that failed, of one batch if given; undefined if all would be refused. */
export function useRetry(draftIds: readonly string[], batch?: string): (() => void) | undefined {
  const failed = useStore(failedDecisions);
  const decisions = draftIds.flatMap((id) => {
    const one = failed[id];
    const isAsked = one && (batch === undefined || batchOf(one.decision) === batch);
    return isAsked && canRetry(one.error) ? [one.decision] : [];
  });
  if (decisions.length === 0) return undefined;
  const labels = new Map(decisions.map(({ draftId, label }) => [draftId, label]));
  return () => void enqueueDecisions(decisions, ({ draftId }) => labels.get(draftId) ?? '');
}

const OUTDATED = ['already_resolved', 'stale_version', 'room_moved_on'];

const canRetry = (error: unknown): boolean =>
  !(error instanceof CommentNotSavedError) &&
  !(error instanceof ApiError && OUTDATED.some((code) => error.hasCode(code)));
