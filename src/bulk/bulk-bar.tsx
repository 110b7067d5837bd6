import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import type { Resource, Row } from '#contract/resource.ts';
import { can } from '#src/page/can.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { Button } from '#src/ui/button.tsx';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { useDeleteWithUndo } from './delete-with-undo.ts';
import { JobProgress } from './job-progress.tsx';
import type { Duplicating } from './use-duplicate.ts';

interface BulkBarProps<R extends Resource> {
  resource: R;
  rows: readonly Row<R>[];
  rowName: (row: Row<R>) => string;
  /** Omitted if records cannot be copied. */
  duplicating?: Duplicating<R> | undefined;
  onNone: () => void;
}

/** Bulk actions for the selected records, the same for every resource. */
export function BulkBar<R extends Resource>({ resource, rows, rowName, duplicating, onNone }: BulkBarProps<R>) {
  const { t } = useLingui();
  const deleteWithUndo = useDeleteWithUndo();
  const deletable = rows.filter((row) => can(row, 'delete'));
  const kept = rows.length - deletable.length;
  const count = deletable.length;
  const deleteAll = () =>
    deleteWithUndo(
      resource,
      deletable.map((row) => ({ id: row.id, label: rowName(row) })),
    );
  usePageActions(() =>
    count > 0
      ? [
          {
            label: t`${plural(count, { one: 'Delete # selected', other: 'Delete # selected' })}`,
            Icon: Trash2,
            act: deleteAll,
          },
        ]
      : [],
  );
  return (
    <Toolbar label={t`Selected rows`} className="outbox-foot border-t border-b-0">
      <span>
        <Plural value={rows.length} one="# selected" other="# selected" />
      </span>
      {duplicating && (
        <Button busy={duplicating.job !== undefined} onClick={() => duplicating.start(rows)}>
          <Trans>Duplicate</Trans>
        </Button>
      )}
      <Button disabled={count === 0} onClick={deleteAll}>
        <Trans>Delete</Trans>
      </Button>
      <Button kind="quiet" onClick={onNone}>
        <Trans>Clear selection</Trans>
      </Button>
      {duplicating?.job && (
        <JobProgress
          className="ms-auto"
          job={duplicating.job}
          words={(ended, total) => (
            <Trans>
              {ended} of {total} copied
            </Trans>
          )}
          stop={<Trans>Cancel</Trans>}
        />
      )}
      {kept > 0 && (
        <span className="text-muted">
          <Plural value={kept} one="You can’t delete # of them" other="You can’t delete # of them" />
        </span>
      )}
    </Toolbar>
  );
}
