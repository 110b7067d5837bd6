import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Resource, Row } from '#contract/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Toolbar } from '#src/ui/toolbar.tsx';
import type { Job } from './job.ts';
import { may } from './may.ts';
import { useUndoableDelete } from './undoable-delete.ts';
import type { Duplicating } from './use-duplicate.ts';

interface BulkBarProps<R extends Resource> {
  resource: R;
  /** The records that are ticked. */
  rows: readonly Row<R>[];
  rowName: (row: Row<R>) => string;
  /** Left out where records are not copied. */
  duplicating?: Duplicating<R> | undefined;
  onNone: () => void;
}

/** What can be done with the ticked records of a list, the same for every resource. */
export function BulkBar<R extends Resource>({ resource, rows, rowName, duplicating, onNone }: BulkBarProps<R>) {
  const { t } = useLingui();
  const deleteSoon = useUndoableDelete(resource);
  const deletable = rows.filter((row) => may(row, 'delete'));
  const kept = rows.length - deletable.length;
  return (
    <Toolbar label={t`Selected rows`} className="border-t border-b-0">
      <span role="status">
        <Plural value={rows.length} one="# selected" other="# selected" />
      </span>
      {duplicating && (
        <Button busy={duplicating.job !== undefined} onClick={() => duplicating.start(rows)}>
          <Trans>Duplicate</Trans>
        </Button>
      )}
      <Button
        disabled={deletable.length === 0}
        onClick={() => deleteSoon(deletable.map((row) => ({ id: row.id, label: rowName(row) })))}
      >
        <Trans>Delete</Trans>
      </Button>
      <Button kind="quiet" onClick={onNone}>
        <Trans>Select none</Trans>
      </Button>
      {duplicating?.job && <CopyProgress job={duplicating.job} />}
      {kept > 0 && (
        <span className="text-muted">
          <Plural value={kept} one="# of them you may not delete" other="# of them you may not delete" />
        </span>
      )}
    </Toolbar>
  );
}

function CopyProgress<Item, Result>({ job }: { job: Job<Item, Result> }) {
  const { done, failed, total } = useStore(job.progress);
  const ended = done + failed;
  return (
    <span className="ms-auto flex items-center gap-3">
      <Progress
        className="w-40"
        label={
          <Trans>
            {ended} of {total} copied
          </Trans>
        }
        value={ended}
        max={total}
      />
      <Button onClick={job.cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </span>
  );
}
