import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface JobSummaryProps {
  ended: number;
  total: number;
  isPaused: boolean;
  /** What is said of those that failed; nothing where none has. */
  failed: ReactNode;
}

/** How far work on many things has come, read aloud as it goes on. */
export function JobSummary({ ended, total, isPaused, failed }: JobSummaryProps) {
  return (
    <span role="status">
      <Trans>
        {ended} of {total} done
      </Trans>
      {failed && (
        <>
          {' · '}
          {failed}
        </>
      )}
      {isPaused && (
        <>
          {' · '}
          <Trans>paused</Trans>
        </>
      )}
    </span>
  );
}
