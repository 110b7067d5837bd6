import { Trans, useLingui } from '@lingui/react/macro';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { keywords } from '#contract/keywords.ts';
import { delayedActions, sendActionsOn } from '#src/bulk/delayed-actions.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import type { AllKeywords } from '#src/domain/keywords/all-keywords.ts';
import { FileFault } from '#src/lib/csv-format.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import type { DryRun } from './dry-run.ts';

interface ChooseFileProps {
  all: AllKeywords | undefined;
  onPlan: (fileName: string, plan: DryRun) => void;
  onClose: () => void;
}

const MAX_MIB = 50;
const MIB = 1_048_576;

/** File picker of the import. Plans the import as a dry run. */
export function ChooseFile({ all, onPlan, onClose }: ChooseFileProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const reading = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<{ read: number; size: number }>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    // A file compared with keywords that are about to be deleted would not bring them back.
    for (const { subject, writes = [] } of delayedActions.get())
      if (writes.some(({ type }) => type === keywords.type)) sendActionsOn(subject);
    return () => reading.current?.abort();
  }, []);
  const isReady = useHiddenIds(keywords).size === 0 && all?.isWhole === true;

  const look = async (file: File) => {
    reading.current = new AbortController();
    const { signal } = reading.current;
    setFault(undefined);
    setProgress({ read: 0, size: file.size });
    try {
      if (file.size > MAX_MIB * MIB)
        throw new FileFault(t`This file is larger than ${MAX_MIB} MiB. Split it into several files.`);
      const [{ readCsv }, { planImport }] = await Promise.all([import('./read-csv.ts'), import('./dry-run.ts')]);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const csv = await readCsv(bytes, signal, (read) => setProgress({ read, size: file.size }));
      const plan = await planImport(csv, all?.rows ?? [], signal);
      onPlan(file.name, plan);
    } catch (error) {
      if (signal.aborted) return;
      setProgress(undefined);
      setFault(error instanceof FileFault ? error.message : t`This file can’t be read.`);
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Reset the input, so that choosing the corrected file again fires `change`.
    event.target.value = '';
    if (file) void look(file);
  };
  return (
    <>
      <DialogBody>
        <div role="status" className="empty:hidden">
          {fault && (
            <Notice tone="bad" mark={t`Can’t read the file`}>
              {fault}
            </Notice>
          )}
          {!isReady && (
            <Notice>
              <Trans>Still loading your keywords. The file will be compared with them.</Trans>
            </Notice>
          )}
        </div>
        <p>
          <Trans>
            A UTF-8 CSV file, separated by commas, semicolons or tabs. The first line names the columns:{' '}
            <code>key_name</code>, and optionally <code>key_title</code> and <code>suggestions</code>. Existing keywords
            are updated, new ones added, nothing is deleted.
          </Trans>
        </p>
        <p className="text-muted">
          <Trans>You’ll see a preview before anything changes.</Trans>
        </p>
        {progress ? (
          <Progress label={<Trans>Reading file…</Trans>} value={progress.read} max={progress.size} />
        ) : (
          <>
            <input
              ref={field}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-label={t`CSV file`}
              tabIndex={-1}
              className="sr-only"
              onChange={choose}
            />
            <Button autoFocus disabled={!isReady} className="self-start" onClick={() => field.current?.click()}>
              <Upload aria-hidden="true" className="size-4" />
              <Trans>Choose a file…</Trans>
            </Button>
          </>
        )}
      </DialogBody>
      <DialogFooter leave={<Trans>Cancel</Trans>} onLeave={onClose} />
    </>
  );
}
