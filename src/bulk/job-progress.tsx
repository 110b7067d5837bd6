import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useStore } from '#src/lib/store.ts';
import { Button, type ButtonLook } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Progress } from '#src/ui/feedback/progress.tsx';
import type { RunningJob } from './job-runner.ts';

interface JobProgressProps {
  job: Pick<RunningJob, 'progress' | 'cancel'>;
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
export function JobSummary({ job }: { job: RunningJob }) {
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

interface JobButtonsProps extends Pick<ButtonLook, 'size'> {
  job: RunningJob;
  /** Whether to offer to resume a paused job. */
  canResume?: boolean;
}

/** Pauses, resumes and cancels a job. */
export function JobButtons({ job, size = 'small', canResume = true }: JobButtonsProps) {
  const { state } = useStore(job.progress);
  return (
    <>
      {state === 'running' && (
        <Button size={size} onClick={job.pause}>
          <Trans>Pause</Trans>
        </Button>
      )}
      {state === 'paused' && canResume && (
        <Button size={size} onClick={job.resume}>
          <Trans>Resume</Trans>
        </Button>
      )}
      <Button size={size} disabled={state === 'cancelled'} onClick={job.cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  );
}
