import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Progress } from '#src/ui/feedback/progress.tsx';
import type { Job } from './job-runner.ts';

interface JobProgressProps {
  job: Pick<Job<unknown, unknown>, 'progress' | 'cancel'>;
  words: (ended: string, total: string) => ReactNode;
  stop: ReactNode;
  className?: string;
}

/** Progress of a job in a toolbar, with a stop button. */
export function JobProgress({ job, words, stop, className }: JobProgressProps) {
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

/** Progress of a job in words, as a live region. */
export function JobSummary({ job }: { job: Pick<Job<unknown, unknown>, 'progress'> }) {
  const { i18n } = useLingui();
  const { done, failed, total, state } = useStore(job.progress);
  return (
    <span role="status">
      <Trans>
        {{ ended: i18n.number(done + failed) }} of {{ total: i18n.number(total) }} done
      </Trans>
      {failed > 0 && (
        <>
          {' · '}
          <Plural value={failed} one="# failed" other="# failed" />
        </>
      )}
      {state === 'paused' && (
        <>
          {' · '}
          <Trans>paused</Trans>
        </>
      )}
    </span>
  );
}
