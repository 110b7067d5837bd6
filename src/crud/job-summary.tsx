import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface JobSummaryProps {
  ended: number;
  total: number;
  isPaused: boolean;
  /** Message about failures; empty if there are none. */
  failed: ReactNode;
}

/** Progress of a batch, as a live region. */
export function JobSummary({ isPaused, failed, ...counts }: JobSummaryProps) {
  const { i18n } = useLingui();
  const [ended, total] = [i18n.number(counts.ended), i18n.number(counts.total)];
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
