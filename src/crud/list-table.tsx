import { useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { type Resource, type Row as ResourceRow, sortNames } from '#contract/resource.ts';
import type { Included } from '#src/api/read-document.ts';
import { Checkbox, isShiftHeld } from '#src/ui/checkbox.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { DIMMED_WHEN_BUSY } from '#src/ui/dimmed-when-busy.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Cell, HeadCell, Row, rowLinkClass, SortCell, Table, TableHead } from '#src/ui/table.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { CellValue } from './cell-value.tsx';
import { fromList } from './close-route.ts';
import { type Column, columnKey } from './column.ts';
import { humanise } from './humanise.ts';
import { may } from './may.ts';
import type { ListState } from './use-list-query.ts';
import type { Selection } from './use-selection.ts';

export interface ListTableProps<R extends Resource> {
  resource: R;
  label: string;
  columns: readonly Column<R>[];
  /** Undefined while the first page is under way: grey rows stand in its place. */
  rows: readonly ResourceRow<R>[] | undefined;
  included: Included;
  /** The rows are those of an earlier question. */
  isOld: boolean;
  state: ListState;
  /** Ticked rows; left out where nothing is done with several. */
  selection?: Selection | undefined;
  rowName: (row: ResourceRow<R>) => string;
  rowPath: (row: ResourceRow<R>) => string;
  onApproach?: ((row: ResourceRow<R>) => void) | undefined;
  /** Makes a copy of a record; left out where there are none. */
  onDuplicate?: ((row: ResourceRow<R>) => void) | undefined;
  ref: RefObject<HTMLTableElement | null>;
}

const MOST_SKELETONS = 25;
const actionClass = 'w-14';

/** The rows of a list page. The first cell of each is the link to its record. */
export function ListTable<R extends Resource>(props: ListTableProps<R>) {
  const { label, columns, rows, isOld, state, selection, ref } = props;
  return (
    <Table
      ref={ref}
      aria-label={label}
      aria-busy={isOld || !rows}
      className={classNames('table-fixed', rows && DIMMED_WHEN_BUSY)}
    >
      <HeadRow {...props} />
      <tbody>
        {rows
          ? rows.map((row) => <RecordRow key={row.id} row={row} {...props} />)
          : Array.from({ length: Math.min(state.query.page.size ?? MOST_SKELETONS, MOST_SKELETONS) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places.
              <Row key={index}>
                {selection && <Cell className="w-10" />}
                {columns.map((column) => (
                  <Cell key={columnKey(column)} className={column.className}>
                    <Skeleton className="w-3/5" />
                  </Cell>
                ))}
              </Row>
            ))}
      </tbody>
    </Table>
  );
}

function HeadRow<R extends Resource>({ resource, columns, state, selection, onDuplicate }: ListTableProps<R>) {
  const { t } = useLingui();
  const sortable = sortNames(resource);
  const [sorted = ''] = state.query.sort;
  return (
    <TableHead>
      {selection && (
        <HeadCell className="w-10">
          <Checkbox
            aria-label={t`Select all rows of this page`}
            checked={selection.isAll}
            mixed={selection.ids.length > 0 && !selection.isAll}
            onChange={(event) => selection.setAll(event.target.checked)}
          />
        </HeadCell>
      )}
      {columns.map((column) => {
        const key = columnKey(column);
        const look = { className: column.className, numeric: column.numeric ?? false };
        if (!('name' in column && sortable.includes(key))) {
          return (
            <HeadCell key={key} {...look}>
              <ColumnLabel column={column} />
            </HeadCell>
          );
        }
        const direction = sorted === key ? 'ascending' : sorted === `-${key}` ? 'descending' : undefined;
        return (
          <SortCell key={key} {...look} sorted={direction} onSort={() => state.toggleSort(key)}>
            <ColumnLabel column={column} />
          </SortCell>
        );
      })}
      {onDuplicate && (
        <HeadCell className={actionClass}>
          <VisuallyHidden>{t`Actions`}</VisuallyHidden>
        </HeadCell>
      )}
    </TableHead>
  );
}

function ColumnLabel<R extends Resource>({ column }: { column: Column<R> }): ReactNode {
  const { i18n } = useLingui();
  return column.label ? i18n._(column.label) : humanise(columnKey(column));
}

function RecordRow<R extends Resource>({ row, ...props }: ListTableProps<R> & { row: ResourceRow<R> }) {
  const { resource, columns, included, selection, rowName, rowPath, onApproach, onDuplicate } = props;
  const { t } = useLingui();
  const name = rowName(row);
  const isSelected = selection?.ids.includes(row.id) ?? false;
  const approach = () => onApproach?.(row);
  return (
    <Row data-row={row.id} selected={isSelected} className="scroll-mt-8">
      {selection && (
        <Cell className="w-10">
          <Checkbox
            className="relative z-1"
            aria-label={t`Select ${name}`}
            checked={isSelected}
            onChange={(event) => selection.toggle(row.id, isShiftHeld(event))}
          />
        </Cell>
      )}
      {columns.map((column, index) => {
        const key = columnKey(column);
        // Columns are named after attributes of the same resource.
        const value = (row as Record<string, unknown>)[key];
        const content = column.render?.(row, included) ?? (
          <CellValue attribute={resource.attributes[key]} value={value} />
        );
        return (
          <Cell
            key={key}
            className={classNames(index > 0 && 'text-muted', column.className)}
            numeric={column.numeric ?? false}
          >
            {index > 0 ? (
              content
            ) : (
              <Link
                to={rowPath(row)}
                state={fromList}
                className={classNames(rowLinkClass, 'font-medium')}
                onPointerEnter={approach}
                onFocus={approach}
              >
                {content}
                {!name && <VisuallyHidden>{t`Open`}</VisuallyHidden>}
              </Link>
            )}
          </Cell>
        );
      })}
      {onDuplicate && (
        <Cell className={classNames('py-0 text-end', actionClass)}>
          {may(row, 'update') && (
            <IconButton
              size="small"
              className="relative z-1"
              label={t`Duplicate ${name}`}
              onClick={() => onDuplicate(row)}
            >
              <Copy aria-hidden="true" />
            </IconButton>
          )}
        </Cell>
      )}
    </Row>
  );
}
