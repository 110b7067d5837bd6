import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { KeyValueList } from '#src/ui/key-value-list.tsx';
import type { DryRun, PlannedLine } from './dry-run.ts';
import type { ImportJob } from './import-run.tsx';
import { LineList } from './line-list.tsx';

interface ImportReportProps {
  plan: DryRun;
  /** The lines selected for import. */
  chosen: readonly PlannedLine[];
  outcomes: ImportJob['outcomes'];
  onAgain: (left: readonly PlannedLine[]) => void;
  onClose: () => void;
}

type Fate = 'created' | 'updated' | 'failed' | 'left' | 'skipped' | 'bad';

/** Result of an import, line by line, with a retry for failed and remaining lines. */
export function ImportReport({ plan, chosen, outcomes, onAgain, onClose }: ImportReportProps) {
  const { t, i18n } = useLingui();
  const sentence = useErrorSentence();
  const isChosen = new Set(chosen);
  const fateOf = (line: PlannedLine): Fate => {
    if (line.kind === 'bad') return 'bad';
    const outcome = outcomes.get(line);
    if (!outcome) return isChosen.has(line) ? 'left' : 'skipped';
    if ('error' in outcome) return 'failed';
    return line.kind === 'create' ? 'created' : 'updated';
  };
  const reasonOf = (line: PlannedLine) => {
    const outcome = outcomes.get(line);
    return outcome && 'error' in outcome ? sentence(outcome.error) : (line.reason ?? '');
  };
  const fates = Map.groupBy(plan.lines, fateOf);
  const count = (fate: Fate) => i18n.number(fates.get(fate)?.length ?? 0);
  const again = [...(fates.get('failed') ?? []), ...(fates.get('left') ?? [])];
  const failed = (fates.get('failed') ?? []).map((line) => ({ ...line, kind: 'bad' as const, reason: reasonOf(line) }));
  const save = async () => {
    const { saveFile, writeCsv } = await import('#src/lib/write-csv.ts');
    const rows = plan.lines.map((line) => ({
      line: String(line.line),
      key_name: line.name,
      outcome: fateOf(line),
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
              { name: t`Not begun`, value: count('left') },
              { name: t`Bad lines`, value: count('bad') },
            ]}
          />
        </div>
        {failed.length > 0 && <LineList lines={failed} isTicked={() => undefined} onTick={() => undefined} />}
      </DialogBody>
      <DialogFooter
        aside={
          <Button kind="quiet" className="-ms-3" onClick={() => void save()}>
            <Download aria-hidden="true" className="size-4" />
            <Trans>Save the report</Trans>
          </Button>
        }
      >
        {again.length > 0 && (
          <Button onClick={() => onAgain(again)}>
            <Plural value={again.length} one="Import the # that is left" other="Import the # that are left" />
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
