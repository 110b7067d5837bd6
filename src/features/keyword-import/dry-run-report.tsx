import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import type { DryRun, PlannedLine } from './dry-run.ts';
import { LineList } from './line-list.tsx';

interface DryRunReportProps {
  fileName: string;
  plan: DryRun;
  onBack: () => void;
  onImport: (chosen: readonly PlannedLine[]) => void;
}

const isImportable = ({ kind }: PlannedLine) => kind === 'create' || kind === 'update';

/** Dry run of an import, line by line. All importable lines are selected by default. */
export function DryRunReport({ fileName, plan: { lines, ignored }, onBack, onImport }: DryRunReportProps) {
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
  const ignoredNames = formatList(i18n.locale, ignored);
  const tick = (some: readonly PlannedLine[], isTicked: boolean) => {
    const next = new Set(unticked);
    for (const line of some) isTicked ? next.delete(line) : next.add(line);
    setUnticked(next);
  };
  const number = (kind: PlannedLine['kind']) => i18n.number(count(kind));
  return (
    <>
      <DialogBody>
        <p role="status">
          <Trans>
            {fileName}: {number('create')} to create, {number('update')} to update, {number('same')} as they are,{' '}
            {number('bad')} that cannot be imported. Nothing has been changed yet.
          </Trans>
        </p>
        {ignored.length > 0 && (
          <Notice tone="warn" mark={t`Left out`}>
            <Trans>These columns are none of a keyword’s and do not count: {ignoredNames}</Trans>
          </Notice>
        )}
        <SegmentedControl
          className="self-start overflow-x-auto max-w-full whitespace-nowrap"
          label={t`Lines`}
          value={shown}
          segments={[
            { value: 'bad', label: t`Bad ${number('bad')}` },
            { value: 'create', label: t`New ${number('create')}` },
            { value: 'update', label: t`Changed ${number('update')}` },
            { value: 'same', label: t`Unchanged ${number('same')}` },
          ]}
          onChange={setShown}
        />
        {(shown === 'create' || shown === 'update') && inSight.length > 0 && (
          <Checkbox
            label={<Trans>All of these</Trans>}
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
      <DialogFooter>
        <Button onClick={onBack}>
          <Trans>Choose another file</Trans>
        </Button>
        <Button kind="primary" disabled={chosen.length === 0} onClick={() => onImport(chosen)}>
          <Plural value={chosen.length} one="Import # keyword" other="Import # keywords" />
        </Button>
      </DialogFooter>
    </>
  );
}
