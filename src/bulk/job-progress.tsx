import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Progress } from '#src/ui/feedback/progress.tsx';
import type { Job } from './job-runner.ts';

interface JobProgressProps<Item, Result> {
  job: Job<Item, Result>;
  /** Label of the progress. */
  words: (ended: string, total: string) => ReactNode;
  /** Label of the stop button. */
  stop: ReactNode;
  className?: string;
}

/** Progress of a job in a toolbar, with a stop button. */
export function JobProgress<Item, Result>({ job, words, stop, className }: JobProgressProps<Item, Result>) {
  const { i18n } = useLingui();
  const { done, failed, total } = useStore(job.progress);
  const ended = done + failed;
  return (
    <span className={classNames('flex items-center gap-3', className)}>
      <Progress className="w-40" label={words(i18n.number(ended), i18n.number(total))} value={ended} max={total} />
      <Button onClick={job.cancel}>{stop}</Button>
    </span>
  );
}

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
