import { Plural, Trans } from '@lingui/react/macro';
import { ApiError } from '#src/api/errors.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { useStore } from '#src/lib/store.ts';
import { failedDecisions } from '#src/records/decision-outbox.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Why the last decision on this draft did not go through, and the way on. */
export function DecisionFailure({ draftId, onForce }: { draftId: string; onForce: () => void }) {
  const sentence = useErrorSentence();
  const failure = useStore(failedDecisions)[draftId];
  if (!failure) return null;
  const { error, decision } = failure;

  const newer = error instanceof ApiError ? error.errors.find(({ code }) => code === 'room_moved_on') : undefined;
  if (!newer) return <Notice tone="bad">{sentence(error)}</Notice>;
  const count = Number(newer.meta.newer_count ?? 1);
  return (
    <Notice
      tone="warn"
      action={
        decision.kind === 'approve' && (
          <Button onClick={onForce}>
            <Trans>Approve anyway</Trans>
          </Button>
        )
      }
    >
      <Plural
        value={count}
        one="The visitor wrote again after what you saw. Read it first, then decide."
        other="The visitor wrote # more messages after what you saw. Read them first, then decide."
      />
    </Notice>
  );
}
