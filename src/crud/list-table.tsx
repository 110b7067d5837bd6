import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import type { Resource, Row as ResourceRow } from '#contract/resource.ts';
import type { Included } from '#src/api/read-document.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { DIMMED_WHEN_BUSY } from '#src/ui/dimmed-when-busy.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#src/ui/table.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { may } from './may.ts';
import { pinnedBeside } from './table/pinned-look.ts';
import { Filler, firstPinnedAtEnd, RecordHead } from './table/record-head.tsx';
import { RecordRow } from './table/record-row.tsx';
import { SELECT_REM, tableStyle } from './table/table-style.ts';
import type { ArrangedTable } from './table/use-record-table.ts';
import { useSteady } from './table/use-steady.ts';
import type { ListState } from './use-list-query.ts';

export interface ListTableProps<R extends Resource> {
  label: string;
  arranged: ArrangedTable<ResourceRow<R>>;
  /** Nothing has loaded yet: shows skeleton rows. */
  isEmpty: boolean;
  included: Included;
  /** The rows belong to the previous query. */
  isOld: boolean;
  state: ListState;
  canSelect: boolean;
  rowName: (row: ResourceRow<R>) => string;
  rowPath: (row: ResourceRow<R>) => string;
  onApproach?: ((row: ResourceRow<R>) => void) | undefined;
  /** Copies a record; omitted if records cannot be copied. */
  onDuplicate?: ((row: ResourceRow<R>) => void) | undefined;
  ref: RefObject<HTMLTableElement | null>;
}

const MOST_SKELETONS = 25;
const ACTIONS_REM = 3.5;

/** The rows of a list page. The first column links to the record. */
export function ListTable<R extends Resource>(props: ListTableProps<R>) {
  const { label, arranged, isEmpty, included, isOld, state, canSelect, rowName, rowPath, ref } = props;
  const { onApproach, onDuplicate } = props;
  const { t } = useLingui();
  const { table, columns, selection, layout } = arranged;
  const isPinnedStart = columns[0]?.getIsPinned() === 'start';
  const isPinnedEnd = firstPinnedAtEnd(columns) !== undefined;
  const hasActions = onDuplicate !== undefined;
  const actions = useSteady({
    onToggle: selection.onToggle,
    onApproach: (row: ResourceRow<R>) => onApproach?.(row),
    onDuplicate: (row: ResourceRow<R>) => onDuplicate?.(row),
  });
  return (
    <Table
      ref={ref}
      aria-label={label}
      aria-busy={isOld || isEmpty}
      data-density={layout.density}
      className={classNames('table-fixed', !isEmpty && DIMMED_WHEN_BUSY)}
      style={tableStyle(arranged, { start: canSelect ? SELECT_REM : 0, end: hasActions ? ACTIONS_REM : 0 })}
    >
      <RecordHead
        arranged={arranged}
        before={
          canSelect && (
            <HeadCell className={classNames('w-10', pinnedBeside(isPinnedStart, 'start'))}>
              <Checkbox
                aria-label={t`Select all rows of this page`}
                checked={selection.isAll}
                mixed={selection.isSome && !selection.isAll}
                onChange={(event) => selection.setAll(event.target.checked)}
              />
            </HeadCell>
          )
        }
        after={
          hasActions && (
            <HeadCell className={classNames('w-14', pinnedBeside(isPinnedEnd, 'end'))}>
              <VisuallyHidden>{t`Actions`}</VisuallyHidden>
            </HeadCell>
          )
        }
      />
      <tbody>
        {isEmpty
          ? Array.from({ length: Math.min(state.query.page.size ?? MOST_SKELETONS, MOST_SKELETONS) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the skeleton rows are identical and never reordered.
              <Row key={index}>
                {canSelect && <Cell className="w-10" />}
                {columns.map(({ id, columnDef }) => (
                  <Cell key={id} className={columnDef.meta?.className}>
                    <Skeleton className="w-3/5" />
                  </Cell>
                ))}
                <Filler />
              </Row>
            ))
          : table
              .getRowModel()
              .rows.map((row) => (
                <RecordRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  name={rowName(row.original)}
                  path={rowPath(row.original)}
                  included={included}
                  canSelect={canSelect}
                  isSelected={row.getIsSelected()}
                  hasActions={hasActions}
                  canDuplicate={may(row.original, 'update')}
                  actions={actions}
                />
              ))}
      </tbody>
    </Table>
  );
}
