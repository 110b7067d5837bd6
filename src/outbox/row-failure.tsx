import { Trans } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { useFailedDecision } from './use-failed-decision.ts';

/** Why the decision on a draft failed, with a Retry button; replaces the second line of its row. */
export function RowFailure({ draftId }: { draftId: string }) {
  const failed = useFailedDecision(draftId);
  if (!failed) return null;
  return (
    // A click beside the button opens the draft, as anywhere on its row.
    <div className="pointer-events-none absolute inset-x-0 bottom-1 flex h-6 items-center gap-2 ps-6 pe-4">
      <StatusBadge status="danger" wordless>
        <Trans>Failed</Trans>
      </StatusBadge>
      <span dir="auto" data-tooltip-cut="" className="min-w-0 flex-1 truncate text-bad text-sm">
        {failed.sentence}
      </span>
      {failed.retry && (
        <Button size="small" className="pointer-events-auto" onClick={failed.retry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </div>
  );
}
