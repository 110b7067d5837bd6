import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { keywords } from '#contract/keywords.ts';
import type { Row } from '#contract/resource.ts';
import type { Job } from '#src/crud/job.ts';
import { JobSummary } from '#src/crud/job-summary.tsx';
import { useLeaveWarning } from '#src/crud/use-leave-warning.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Progress } from '#src/ui/progress.tsx';
import type { PlannedLine } from './dry-run.ts';

export type ImportJob = Job<PlannedLine, Row<typeof keywords>>;

interface ImportRunProps {
  job: ImportJob;
  /** Confirmation shown while the job is paused for the answer. */
  question: string | undefined;
  onAnswer: (isStopping: boolean) => void;
  /** Shown when the job has ended. */
  children: ReactNode;
}

/** Progress of a running import. */
export function ImportRun({ job, question, onAnswer, children }: ImportRunProps) {
  const { t } = useLingui();
  const { state, total, done, failed } = useStore(job.progress);
  const isOver = state === 'finished' || state === 'cancelled';
  useLeaveWarning(!isOver);
  const ended = done + failed;
  if (isOver) return children;
  return (
    <>
      <DialogBody>
        <Progress
          label={
            <JobSummary
              ended={ended}
              total={total}
              isPaused={state === 'paused'}
              failed={failed > 0 && <Plural value={failed} one="# failed" other="# failed" />}
            />
          }
          value={ended}
          max={total}
        />
        {question && (
          <div role="alert">
            <Notice
              tone="warn"
              mark={t`Paused`}
              action={
                <span className="flex gap-2">
                  <Button onClick={() => onAnswer(true)}>
                    <Trans>Stop</Trans>
                  </Button>
                  <Button onClick={() => onAnswer(false)}>
                    <Trans>Go on</Trans>
                  </Button>
                </span>
              }
            >
              {question}
            </Notice>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        {state === 'running' ? (
          <Button onClick={job.pause}>
            <Trans>Pause</Trans>
          </Button>
        ) : (
          !question && (
            <Button onClick={job.resume}>
              <Trans>Go on</Trans>
            </Button>
          )
        )}
        <Button onClick={job.cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
