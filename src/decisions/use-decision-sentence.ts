import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#src/api/errors.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { CommentLost } from './comment-lost.ts';

/** Why a decision failed and what to do about it, in one or two sentences. */
export function useDecisionSentence(): (error: unknown) => string {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  return (error) => {
    if (error instanceof CommentLost) return t`It was decided, but the service did not keep your reason.`;
    if (!(error instanceof ApiError)) return sentence(error);
    if (error.hasCode('already_resolved')) return t`Somebody else had decided before.`;
    if (error.hasCode('stale_version'))
      return t`The draft was changed after you had read it. Read it, then decide anew.`;
    if (error.hasCode('room_moved_on'))
      return t`The visitor wrote again after what you saw. Read it first, then decide.`;
    if (error.hasCode('not_arriving'))
      return t`The service can be read, but what is sent does not arrive. It may not let pages of ${location.origin} write.`;
    if (error.status === 500 && !error.isOutcomeUnknown)
      return t`The service failed, and the draft still waits. Try again.`;
    return sentence(error);
  };
}
