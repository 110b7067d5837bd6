import { CommentNotSavedError } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { useStore } from '#src/lib/store.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { failedDecisions } from './decision-outcomes.ts';
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
  if (!failed) return undefined;
  const { decision, error } = failed;
  const retry = canRetry(error) ? () => enqueueDecisions([decision], decision.label) : undefined;
  return { sentence: sentence(error), retry };
}

const OUTDATED = ['already_resolved', 'stale_version', 'room_moved_on'];

const canRetry = (error: unknown): boolean =>
  !(error instanceof CommentNotSavedError) &&
  !(error instanceof ApiError && OUTDATED.some((code) => error.hasCode(code)));
