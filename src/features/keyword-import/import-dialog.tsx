import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { connection } from '#src/api/connection.ts';
import { useSave } from '#src/api/mutations.ts';
import { failuresOf, resultsOf, startJob } from '#src/bulk/job-runner.ts';
import { addKeywords, allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import { useStore } from '#src/lib/store.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { ChooseFile } from './choose-file.tsx';
import { type DryRun, type PlannedLine, refreshPlan } from './dry-run.ts';
import { type ImportJob, ImportReport, ImportRun } from './import-run.tsx';
import { LineList } from './line-list.tsx';

type Step =
  | { name: 'choose' }
  | { name: 'plan'; fileName: string; plan: DryRun; earlier?: EarlierRun }
  | { name: 'run'; fileName: string; run: EarlierRun & { job: ImportJob } };

/** An import so far: its plan, the lines chosen from it, and the outcomes of finished attempts. */
interface EarlierRun {
  plan: DryRun;
  chosen: readonly PlannedLine[];
  before: ImportJob['outcomes'];
}

/** CSV import in three steps: choose a file, review the dry run, import. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeModalRoute(paths.keywords());
  const { data: all, refetch } = useQuery(allKeywordsQuery());
  const { mutateAsync } = useSave(keywords);
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [isStopAsked, setStopAsked] = useState(false);
  /** Whether the dialog has been left. After that, no further attempt may start. */
  const isClosed = useRef(false);

  const startLines = (fileName: string, lines: readonly PlannedLine[], earlier: EarlierRun) => {
    const from = connection.get();
    const job = startJob(lines, ({ row, attributes }) =>
      mutateAsync({ attributes, ...(row && { id: row.id, version: row.meta.version }) }),
    );
    void job.ended.then(() => {
      const created = [...job.outcomes].filter(([{ kind }]) => kind === 'create');
      addKeywords(resultsOf(new Map(created)), from);
    });
    const before = new Map(earlier.before);
    for (const line of lines) before.delete(line);
    setStep({ name: 'run', fileName, run: { ...earlier, chosen: [...earlier.chosen, ...lines], before, job } });
  };
  /** Imports the remaining lines. If their keywords have changed since the dry run, shows a new dry run first. */
  const startAgain = async ({ fileName, run: { job, ...ran } }: Extract<Step, { name: 'run' }>) => {
    // Wait for the lines that were in flight when the import was stopped.
    await job.ended;
    const before = new Map([...ran.before, ...job.outcomes]);
    // A line that failed may have met another user's change, or been saved although its answer was lost.
    const rows = (failuresOf(before).length > 0 ? (await refetch()).data : all)?.rows ?? [];
    const isDone = (line: PlannedLine) => 'result' in (before.get(line) ?? {});
    const left = ran.chosen.filter((line) => !isDone(line));
    const lines = await refreshPlan(left, rows);
    if (isClosed.current) return;
    const replaced = new Map(left.map((line, index) => [line, lines[index] ?? line]));
    const plan = { ...ran.plan, lines: ran.plan.lines.map((line) => replaced.get(line) ?? line) };
    const earlier = { plan, chosen: ran.chosen.filter(isDone), before };
    const isAsBefore = lines.every((line, index) => line === left[index] || line.kind === 'same');
    if (isAsBefore) startLines(fileName, lines.filter(isImportable), earlier);
    else setStep({ name: 'plan', fileName, plan: { lines, ignored: [] }, earlier });
  };
  /** Pauses a running import and asks before the remaining lines are dropped; imported lines stay. */
  const askToStop = () => {
    if (step.name !== 'run' || !/^(running|paused)$/.test(step.run.job.progress.get().state)) return false;
    step.run.job.pause();
    setStopAsked(true);
    return true;
  };
  // The browser's Back button asks as well.
  useBlocker(() => {
    const isAsked = askToStop();
    isClosed.current = !isAsked;
    return isAsked;
  });
  return (
    <Dialog
      width="wide"
      title={step.name === 'run' ? <RunTitle {...step.run} /> : <Trans>Import keywords</Trans>}
      onClose={() => askToStop() || close()}
    >
      {step.name === 'choose' && (
        <ChooseFile all={all} onPlan={(fileName, plan) => setStep({ name: 'plan', fileName, plan })} onClose={close} />
      )}
      {step.name === 'plan' && (
        <DryRunReport
          fileName={step.fileName}
          plan={step.plan}
          isAgain={step.earlier !== undefined}
          onBack={() => setStep({ name: 'choose' })}
          onImport={(lines) =>
            startLines(step.fileName, lines, step.earlier ?? { plan: step.plan, chosen: [], before: new Map() })
          }
        />
      )}
      {step.name === 'run' && (
        <ImportRun
          job={step.run.job}
          question={isStopAsked ? t`Stop the import? Keywords imported so far are kept.` : undefined}
          onAnswer={(isStopping) => {
            setStopAsked(false);
            if (isStopping) step.run.job.cancel();
            else step.run.job.resume();
          }}
        >
          <ImportReport {...step.run} onAgain={() => startAgain(step)} onClose={close} />
        </ImportRun>
      )}
    </Dialog>
  );
}

/** Dialog title: import progress, then the total over all attempts. */
function RunTitle({ job, before }: EarlierRun & { job: ImportJob }) {
  const { state, done } = useStore(job.progress);
  if (state === 'running' || state === 'paused') return <Trans>Importing keywords</Trans>;
  const count = done + resultsOf(before).length;
  return <Plural value={count} one="Imported # keyword" other="Imported # keywords" />;
}

interface DryRunReportProps {
  fileName: string;
  plan: DryRun;
  /** Whether these are the remaining lines of an import that has already started. */
  isAgain: boolean;
  onBack: () => void;
  onImport: (chosen: readonly PlannedLine[]) => void;
}

const isImportable = ({ kind }: PlannedLine) => kind === 'create' || kind === 'update';

/** Dry run of an import, line by line. All importable lines are selected by default. */
function DryRunReport({ fileName, plan: { lines, ignored }, isAgain, onBack, onImport }: DryRunReportProps) {
  const { t, i18n } = useLingui();
  const [unticked, setUnticked] = useState<ReadonlySet<PlannedLine>>(new Set());
  const groups = Map.groupBy(lines, ({ kind }) => kind);
  const count = (kind: PlannedLine['kind']) => groups.get(kind)?.length ?? 0;
  const [shown, setShown] = useState<PlannedLine['kind']>(() =>
    count('bad') > 0 ? 'bad' : count('create') > 0 || count('update') === 0 ? 'create' : 'update',
  );
  const chosen = lines.filter((line) => isImportable(line) && !unticked.has(line));
  const inSight = groups.get(shown) ?? [];
  const isAll = inSight.every((line) => !unticked.has(line));
  const tick = (some: readonly PlannedLine[], isTicked: boolean) => {
    const next = new Set(unticked);
    for (const line of some) isTicked ? next.delete(line) : next.add(line);
    setUnticked(next);
  };
  const number = (kind: PlannedLine['kind']) => i18n.number(count(kind));
  return (
    <>
      <DialogBody>
        {isAgain ? (
          <Notice role="status" tone="warn" mark={t`Changed since then`}>
            <Trans>Keywords have changed since the preview. These are the lines still to import.</Trans>
          </Notice>
        ) : (
          <p role="status">
            <Trans>
              {fileName}: {number('create')} to create, {number('update')} to update, {number('same')} unchanged,{' '}
              {number('bad')} with errors. Nothing has changed yet.
            </Trans>
          </p>
        )}
        {ignored.length > 0 && (
          <Notice tone="warn" mark={t`Ignored`}>
            <Trans>Unknown columns: {{ ignoredNames: formatList(ignored) }}</Trans>
          </Notice>
        )}
        <SegmentedControl
          className="self-start overflow-x-auto max-w-full whitespace-nowrap"
          label={t`Lines`}
          value={shown}
          segments={[
            { value: 'bad', label: t`Errors ${number('bad')}` },
            { value: 'create', label: t`New ${number('create')}` },
            { value: 'update', label: t`Changed ${number('update')}` },
            { value: 'same', label: t`Unchanged ${number('same')}` },
          ]}
          onChange={setShown}
        />
        {(shown === 'create' || shown === 'update') && inSight.length > 0 && (
          <Checkbox
            label={<Trans>Select all</Trans>}
            checked={isAll}
            mixed={!isAll && inSight.some((line) => !unticked.has(line))}
            onChange={(event) => tick(inSight, event.target.checked)}
          />
        )}
        <LineList
          lines={inSight}
          isTicked={(line) => (isImportable(line) ? !unticked.has(line) : undefined)}
          onTick={(line, isTicked) => tick([line], isTicked)}
        />
      </DialogBody>
      <DialogFooter leave={<Trans>Choose a different file</Trans>} onLeave={onBack}>
        <Button kind="primary" disabled={chosen.length === 0} onClick={() => onImport(chosen)}>
          <Plural value={chosen.length} one="Import # keyword" other="Import # keywords" />
        </Button>
      </DialogFooter>
    </>
  );
}
