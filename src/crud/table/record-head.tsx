import { useLingui } from '@lingui/react/macro';
import type { RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { HeadCell, SortCell, TableHead } from '#src/ui/table.tsx';
import { columnLabel } from './column-label.ts';
import { widthName } from './column-widths.ts';
import type { ShownColumn } from './features.ts';
import { isPinnedEdge, pinnedLook } from './pinned-look.ts';
import { ResizeHandle } from './resize-handle.tsx';
import type { ArrangedTable } from './use-record-table.ts';

interface RecordHeadProps<Data extends { id: string }> {
  arranged: ArrangedTable<Data>;
  /** Header cells before and after the columns. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Table headers: they sort, if the service can, and their edges resize columns. */
export function RecordHead<Data extends { id: string }>({ arranged, before, after }: RecordHeadProps<Data>) {
  const { i18n } = useLingui();
  const { table, columns } = arranged;
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const fillerAt = firstPinnedAtEnd(columns);
  return (
    <TableHead>
      {before}
      {headers.map((header) => {
        const { column } = header;
        const { numeric = false } = column.columnDef.meta ?? {};
        const label = columnLabel(i18n, column);
        const pinned = pinnedLook(column.id, column.getIsPinned(), isPinnedEdge(column));
        const cell = {
          // Otherwise the resize handle's name would be part of the header's.
          'aria-label': label,
          numeric,
          // Space for the resize handle.
          className: classNames('pe-5', !column.getIsPinned() && 'relative', pinned.className),
          style: { ...pinned.style, width: `var(${widthName(column.id)})` },
          after: <ResizeHandle table={table} header={header} />,
        };
        const sorted = column.getSortIndex() === 0 && column.getIsSorted();
        return (
          <Fragment key={header.id}>
            {column.id === fillerAt && <Filler />}
            {column.getCanSort() ? (
              <SortCell
                {...cell}
                sorted={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
                onSort={() => column.toggleSorting()}
              >
                {label}
              </SortCell>
            ) : (
              <HeadCell {...cell}>
                <span className="block truncate">{label}</span>
              </HeadCell>
            )}
          </Fragment>
        );
      })}
      {after}
      {fillerAt === undefined && <Filler />}
    </TableHead>
  );
}

/** Fills the remaining width in wide windows. */
export const Filler = () => <td aria-hidden="true" className="border-line border-b p-0" />;

/** The column before which the filler stands; undefined if it comes last. */
export const firstPinnedAtEnd = <Data extends RowData>(columns: readonly ShownColumn<Data>[]) =>
  columns.find((column) => column.getIsPinned() === 'end')?.id;
