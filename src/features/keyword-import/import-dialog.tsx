import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keywords } from '#contract/keywords.ts';
import { useSave } from '#src/api/mutations.ts';
import { startJob } from '#src/bulk/job-runner.ts';
import { addKeywords, allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { ChooseFile } from './choose-file.tsx';
import type { DryRun, PlannedLine } from './dry-run.ts';
import { DryRunReport } from './dry-run-report.tsx';
import { type ImportJob, ImportReport, ImportRun } from './import-run.tsx';

type Step =
  | { name: 'choose' }
  | { name: 'plan'; fileName: string; plan: DryRun }
  | {
      name: 'run';
      plan: DryRun;
      chosen: readonly PlannedLine[];
      job: ImportJob;
      /** Outcomes of previous attempts. */
      before: ImportJob['outcomes'];
    };

/** CSV import in three steps: choose a file, review the dry run, import. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeModalRoute(paths.keywords());
  const { data: all } = useQuery(allKeywordsQuery());
  const { mutateAsync } = useSave(keywords);
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [isStopAsked, setStopAsked] = useState(false);

  const start = (plan: DryRun, lines: readonly PlannedLine[], ran?: Extract<Step, { name: 'run' }>) => {
    const job = startJob(lines, ({ row, attributes }) =>
      mutateAsync({ attributes, ...(row && { id: row.id, version: row.meta.version }) }),
    );
    void job.ended.then(() => {
      const created = [...job.outcomes].filter(([{ kind }]) => kind === 'create');
      addKeywords(created.flatMap(([, outcome]) => ('result' in outcome ? [outcome.result] : [])));
    });
    const before = new Map([...(ran?.before ?? []), ...(ran?.job.outcomes ?? [])]);
    for (const line of lines) before.delete(line);
    setStep({ name: 'run', plan, chosen: ran?.chosen ?? lines, job, before });
  };
  const leave = () => {
    const isRunning = step.name === 'run' && /^(running|paused)$/.test(step.job.progress.get().state);
    if (!isRunning) return close();
    // Pause and ask before the remaining lines are dropped; imported lines stay.
    step.job.pause();
    setStopAsked(true);
  };
  return (
    <Dialog width="wide" title={<Trans>Import keywords</Trans>} onClose={leave}>
      {step.name === 'choose' && (
        <ChooseFile all={all} onPlan={(fileName, plan) => setStep({ name: 'plan', fileName, plan })} onClose={close} />
      )}
      {step.name === 'plan' && (
        <DryRunReport
          fileName={step.fileName}
          plan={step.plan}
          onBack={() => setStep({ name: 'choose' })}
          onImport={(chosen) => start(step.plan, chosen)}
        />
      )}
      {step.name === 'run' && (
        <ImportRun
          job={step.job}
          question={isStopAsked ? t`Stop here? What has been imported stays.` : undefined}
          onAnswer={(isStopping) => {
            setStopAsked(false);
            if (isStopping) step.job.cancel();
            else step.job.resume();
          }}
        >
          <ImportReport
            plan={step.plan}
            chosen={step.chosen}
            outcomes={new Map([...step.before, ...step.job.outcomes])}
            onAgain={(left) => start(step.plan, left, step)}
            onClose={close}
          />
        </ImportRun>
      )}
    </Dialog>
  );
}
