import { Trans } from '@lingui/react/macro';
import { JobProgress } from '#src/crud/job-progress.tsx';
import type { startTrials } from './try-harmless.ts';

/** Progress of the capability probe, with a cancel button. */
export function TrialProgress({ job }: { job: ReturnType<typeof startTrials> }) {
  return (
    <JobProgress
      job={job}
      words={(ended, total) => (
        <Trans>
          {ended} of {total} tried
        </Trans>
      )}
      stop={<Trans>Stop</Trans>}
    />
  );
}
