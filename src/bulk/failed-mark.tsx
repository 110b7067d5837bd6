import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { actionToRetry, type FailedAction, useFailedActions } from './failed-actions.ts';

/** For the row of a record: why its last deletion, switch or save failed, with a Retry button. */
export function FailedMark({ type, id }: { type: string; id: string }) {
  const failed = useFailedActions(type).get(id);
  return failed && <FailedLine failed={failed} />;
}

/** Why an action failed, in one line. */
export function FailedLine({ failed }: { failed: FailedAction }) {
  const { t } = useLingui();
  const labels = failed.writes.map(({ label }) => label);
  return (
    <span className="relative z-1 flex min-w-0 items-center gap-2 font-normal text-sm">
      <StatusBadge status="danger" wordless>
        <Trans>Failed</Trans>
      </StatusBadge>
      <span dir="auto" data-tooltip-cut="" className="min-w-0 truncate text-bad">
        {failed.detail}
      </span>
      <Button
        size="small"
        className="shrink-0"
        aria-label={t`Retry: ${{ names: formatList(labels) }}`}
        onClick={() => actionToRetry.set(failed)}
      >
        <Trans>Retry</Trans>
      </Button>
    </span>
  );
}
