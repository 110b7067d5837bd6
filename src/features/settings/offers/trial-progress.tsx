import { Trans } from '@lingui/react/macro';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import type { startTrials } from './try-harmless.ts';

/** How many of the harmless requests have been answered, with the way to stop. */
export function TrialProgress({ job }: { job: ReturnType<typeof startTrials> }) {
  const { total, done, failed } = useStore(job.progress);
  const ended = done + failed;
  return (
    <span className="flex items-center gap-3">
      <Progress
        className="w-40"
        value={ended}
        max={total}
        label={
          <Trans>
            {ended} of {total} tried
          </Trans>
        }
      />
      <Button onClick={job.cancel}>
        <Trans>Stop</Trans>
      </Button>
    </span>
  );
}
