import { Plural, Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { useStore } from '#src/lib/store.ts';
import { failedDecisions } from '#src/records/decision-outbox.ts';
import { type Decision, type Draft, isInReview } from '#src/records/send-decision.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';

const TextDifference = lazy(async () => ({
  default: (await import('#src/records/text-difference.tsx')).TextDifference,
}));

/** Why the last decision on this draft did not go through, what is known now, and the way on. */
export function DecisionFailure({ draft, onForce }: { draft: Draft; onForce: () => void }) {
  const failure = useStore(failedDecisions)[draft.id];
  if (!failure) return null;
  const { decision, error } = failure;
  return (
    <div role="alert" className="flex flex-col border-line border-t">
      <Reason decision={decision} error={error} draft={draft} onForce={onForce} />
      {decision.comment && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap px-4 py-2">
          <span className="text-muted">
            <Trans>Your reason:</Trans>
          </span>{' '}
          {decision.comment}
        </p>
      )}
    </div>
  );
}

interface ReasonProps {
  decision: Decision;
  error: unknown;
  draft: Draft;
  onForce: () => void;
}

function Reason({ decision, error, draft, onForce }: ReasonProps) {
  const sentence = useErrorSentence();
  const is = (code: string) => error instanceof ApiError && error.hasCode(code);
  if (is('already_resolved') || (is('stale_version') && !isInReview(draft))) {
    return (
      <Warning>
        <Trans>Your decision was not sent: somebody else had decided before.</Trans>
      </Warning>
    );
  }
  if (is('stale_version')) {
    return (
      <>
        <Warning>
          <Trans>
            Your decision was not sent: the draft was changed after you had read it. Read it, then decide anew.
          </Trans>
        </Warning>
        {decision.seen.content !== draft.message_content && (
          <div className="px-4 py-2">
            <Suspense>
              <TextDifference before={decision.seen.content} after={draft.message_content} />
            </Suspense>
          </div>
        )}
      </>
    );
  }
  if (is('room_moved_on')) {
    return (
      <Warning
        action={
          <Button onClick={onForce}>
            <Trans>Approve anyway</Trans>
          </Button>
        }
      >
        <MovedOn error={error} />
      </Warning>
    );
  }
  return <Notice tone="bad">{sentence(error)}</Notice>;
}

function MovedOn({ error }: { error: unknown }) {
  const found = error instanceof ApiError ? error.errors.find(({ code }) => code === 'room_moved_on') : undefined;
  const count = Number(found?.meta.newer_count) || 1;
  return (
    <Plural
      value={count}
      one="Not sent: the visitor wrote again after what you saw. Read it first, then decide."
      other="Not sent: the visitor wrote # times after what you saw. Read it first, then decide."
    />
  );
}

function Warning({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <Notice tone="warn" action={action}>
      {children}
    </Notice>
  );
}
