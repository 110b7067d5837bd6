import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CommentNotSavedError, type Decision } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { TextDifference } from '#src/domain/drafts/text-difference.tsx';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { decisionErrorMessage, dismissDecisionToast } from '#src/outbox/use-decision-toasts.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Why the last decision on this draft failed, and how to resolve it. */
export function DecisionFailure({ decision, error, draft, onRepeat }: ReasonProps) {
  useAfterChange(draft.id, () => dismissDecisionToast(draft.id));
  return (
    <div role="alert" className="flex flex-col border-line border-t">
      <Reason decision={decision} error={error} draft={draft} onRepeat={onRepeat} />
      {decision.comment && <Typed what={<Trans>Your reason:</Trans>}>{decision.comment}</Typed>}
      {decision.editedContent && <Typed what={<Trans>Your text:</Trans>}>{decision.editedContent}</Typed>}
    </div>
  );
}

/** Text that the reviewer typed for the failed decision, shown so that it can be copied. */
function Typed({ what, children }: { what: ReactNode; children: string }) {
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
  const is = (code: string) => error instanceof ApiError && error.hasCode(code);
  if (is('already_resolved') || (is('stale_version') && !isInReview(draft))) {
    return (
      <Notice tone="warn">
        <Trans>Not sent – the draft was already decided.</Trans>
      </Notice>
    );
  }
  if (is('stale_version')) {
    return (
      <>
        <Notice tone="warn">
          <Trans>Not sent – the draft changed after you opened it. Read it again, then decide.</Trans>
        </Notice>
        {decision.seen.content !== draft.message_content && (
          <div className="px-4 py-2">
            <TextDifference before={decision.seen.content} after={draft.message_content} />
          </div>
        )}
      </>
    );
  }
  if (is('room_moved_on')) {
    return (
      <Notice
        tone="warn"
        action={
          <Button onClick={() => onRepeat({ force: true })}>
            <Trans>Approve anyway</Trans>
          </Button>
        }
      >
        <MovedOn error={error} />
      </Notice>
    );
  }
  return <Other error={error} onRepeat={isInReview(draft) ? onRepeat : undefined} />;
}

/** An error that says nothing about the draft's state, with the service's own message. */
function Other({ error, onRepeat }: { error: unknown; onRepeat: DraftCommands['repeat'] | undefined }) {
  const { t } = useLingui();
  const text = decisionErrorMessage(error);
  const words = error instanceof ApiError ? error.errors[0]?.detail || error.errors[0]?.title : undefined;
  return (
    <Notice
      tone={error instanceof CommentNotSavedError ? 'warn' : 'bad'}
      action={onRepeat && <Button onClick={() => onRepeat()}>{t`Try again`}</Button>}
    >
      {text}
      {words && words !== text && (
        <p className="text-muted">
          <Trans>Server response:</Trans> {words}
        </p>
      )}
    </Notice>
  );
}

function MovedOn({ error }: { error: unknown }) {
  const found = error instanceof ApiError ? error.errors.find(({ code }) => code === 'room_moved_on') : undefined;
  const count = Number(found?.meta.newer_count) || 1;
  return (
    <Plural
      value={count}
      one="Not sent – the visitor has written again. Read the new message first."
      other="Not sent – the visitor has written again. Read the # new messages first."
    />
  );
}
