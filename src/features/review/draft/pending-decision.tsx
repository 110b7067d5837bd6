import { Trans } from '@lingui/react/macro';
import { connection } from '#src/api/connection.ts';
import { isOwnAt } from '#src/bulk/action-owner.ts';
import { useStore } from '#src/lib/store.ts';
import { undoDecisionOn } from '#src/outbox/outbox-entries.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { Button } from '#src/ui/button.tsx';

/** In place of the buttons to decide: what is being done with the draft, and a button that takes it back. */
export function PendingDecision({ draftId }: { draftId: string }) {
  const key = useStore(connection)?.key;
  const entry = useStore(outbox).find((one) => one.draftId === draftId && isOwnAt(key, one));
  if (!entry) return null;
  return (
    <>
      <p className="flex-1 text-muted">
        {entry.kind === 'approve' ? <Trans>Approving…</Trans> : <Trans>Rejecting…</Trans>}
      </p>
      {entry.state === 'waiting' && (
        <Button onClick={() => undoDecisionOn(draftId)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </>
  );
}
