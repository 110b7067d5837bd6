import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { type ReactNode, useTransition } from 'react';
import type { keywords } from '#contract/keywords.ts';
import type { Row } from '#contract/resource.ts';
import { JobButtons, JobSummary } from '#src/bulk/job-progress.tsx';
import type { Job } from '#src/bulk/job-runner.ts';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { useStore } from '#src/lib/store.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import type { DryRun, PlannedLine } from './dry-run.ts';
import { LineList } from './line-list.tsx';

export type ImportJob = Job<PlannedLine, Row<typeof keywords>>;

interface ImportRunProps {
  job: ImportJob;
  /** Confirmation shown while the job is paused for the answer. */
  question: string | undefined;
  onAnswer: (isStopping: boolean) => void;
  /** Shown when the job has ended. */
  children: ReactNode;
}

export function ImportRun({ job, question, onAnswer, children }: ImportRunProps) {
  const { t } = useLingui();
  const { state, total, done, failed } = useStore(job.progress);
  const isOver = state === 'finished' || state === 'cancelled';
  useUnsavedChangesWarning(!isOver);
  if (isOver) return children;
  return (
    <>
      <DialogBody>
        <Progress label={<JobSummary job={job} />} value={done + failed} max={total} />
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
                    <Trans>Resume</Trans>
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
        <JobButtons job={job} size="normal" canResume={!question} />
      </DialogFooter>
    </>
  );
}

interface ImportReportProps {
  plan: DryRun;
  chosen: readonly PlannedLine[];
  job: ImportJob;
  before: ImportJob['outcomes'];
  onAgain: () => Promise<void>;
  onClose: () => void;
}

type LineOutcome = 'created' | 'updated' | 'failed' | 'left' | 'skipped' | 'bad';

/** Result of an import, line by line, with a retry for failed and remaining lines. */
export function ImportReport({ plan, chosen, job, before, onAgain, onClose }: ImportReportProps) {
  const { t, i18n } = useLingui();
  const [isStarting, startTransition] = useTransition();
  // Re-render for lines that were in flight when the import was stopped, and end later.
  useStore(job.progress);
  const outcomes = new Map([...before, ...job.outcomes]);
  const isChosen = new Set(chosen);
  const outcomeOf = (line: PlannedLine): LineOutcome => {
    if (line.kind === 'bad') return 'bad';
    const outcome = outcomes.get(line);
    if (!outcome) return isChosen.has(line) ? 'left' : 'skipped';
    if ('error' in outcome) return 'failed';
    return line.kind === 'create' ? 'created' : 'updated';
  };
  const reasonOf = (line: PlannedLine) => {
    const outcome = outcomes.get(line);
    return outcome && 'error' in outcome ? errorMessage(outcome.error) : (line.reason ?? '');
  };
  const lines = Map.groupBy(plan.lines, outcomeOf);
  const count = (outcome: LineOutcome) => i18n.number(lines.get(outcome)?.length ?? 0);
  const again = (lines.get('failed') ?? []).length + (lines.get('left') ?? []).length;
  const failed = (lines.get('failed') ?? []).map((line) => ({ ...line, kind: 'bad' as const, reason: reasonOf(line) }));
  const save = async () => {
    const { saveFile, writeCsv } = await import('#src/lib/write-csv.ts');
    const rows = plan.lines.map((line) => ({
      line: String(line.line),
      key_name: line.name,
      outcome: outcomeOf(line),
      reason: reasonOf(line),
    }));
    saveFile('keywords-import-report.csv', await writeCsv(['line', 'key_name', 'outcome', 'reason'], rows));
  };
  return (
    <>
      <DialogBody>
        <div role="status">
          <KeyValueList
            facts={[
              { name: t`Created`, value: count('created') },
              { name: t`Updated`, value: count('updated') },
              { name: t`Skipped`, value: count('skipped') },
              { name: t`Failed`, value: count('failed') },
              { name: t`Not started`, value: count('left') },
              { name: t`Lines with errors`, value: count('bad') },
            ]}
          />
        </div>
        {failed.length > 0 && <LineList lines={failed} />}
      </DialogBody>
      <DialogFooter
        aside={
          <Button kind="quiet" className="-ms-3" onClick={() => void save()}>
            <Download aria-hidden="true" className="size-4" />
            <Trans>Download report</Trans>
          </Button>
        }
      >
        {again > 0 && (
          <Button busy={isStarting} onClick={() => startTransition(onAgain)}>
            <Trans>Import remaining {i18n.number(again)}</Trans>
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
