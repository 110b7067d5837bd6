import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { ApiError, refusal } from '#src/api/errors.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { TextDifference } from '#src/domain/drafts/text-difference.tsx';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { decisionErrorMessage, dismissDecisionToast } from '#src/outbox/use-decision-toasts.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { canRetry } from '#src/outbox/use-failed-decision.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Why the last decision on this draft failed, and how to resolve it. */
export function DecisionFailure({ decision, error, draft, onRepeat }: ReasonProps) {
  useAfterChange(draft.id, () => dismissDecisionToast(draft.id));
  return (
    <div role="alert" className="flex flex-col border-line border-t">
      <Reason decision={decision} error={error} draft={draft} onRepeat={onRepeat} />
      {decision.comment && <TypedText what={<Trans>Your reason:</Trans>}>{decision.comment}</TypedText>}
      {decision.editedContent && <TypedText what={<Trans>Your text:</Trans>}>{decision.editedContent}</TypedText>}
    </div>
  );
}

/** Text that the reviewer typed for the failed decision, shown so that it can be copied. */
function TypedText({ what, children }: { what: ReactNode; children: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap px-4 py-2">
      <span className="text-muted">{what}</span> {children}
    </p>
  );
}

interface ReasonProps {
  decision: Decision;
  error: unknown;
  draft: Draft;
  onRepeat: DraftCommands['repeat'];
}

function Reason({ decision, error, draft, onRepeat }: ReasonProps) {
  const { t } = useLingui();
  const is = (code: string) => error instanceof ApiError && error.hasCode(code);
  const isChanged = is('stale_version') && isInReview(draft);
  const text = decisionErrorMessage(is('stale_version') && !isChanged ? refusal('already_resolved') : error);
  const canRepeat = canRetry(error);
  const words = canRepeat && error instanceof ApiError && error.words;
  const tryAgain = is('room_moved_on') ? (
    <Button onClick={() => onRepeat({ force: true })}>{t`Approve anyway`}</Button>
  ) : (
    canRepeat && isInReview(draft) && <Button onClick={() => onRepeat()}>{t`Try again`}</Button>
  );
  return (
    <>
      <Notice
        tone={canRepeat ? 'bad' : 'warn'}
        {...(error instanceof ApiError && !canRepeat && { mark: t`Not sent` })}
        action={tryAgain}
      >
        {text}
        {words && !text.includes(words) && (
          <p className="text-muted">
            <Trans>Server response:</Trans> {words}
          </p>
        )}
      </Notice>
      {isChanged && decision.seen.content !== draft.message_content && (
        <div className="px-4 py-2">
          <TextDifference before={decision.seen.content} after={draft.message_content} />
        </div>
      )}
    </>
  );
}
