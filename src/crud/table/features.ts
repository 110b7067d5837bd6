import type { MessageDescriptor } from '@lingui/core';
import {
  type CellData,
  type Column,
  type ColumnDef,
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type TableFeatures,
  tableFeatures,
} from '@tanstack/react-table';
import type { Included } from '#src/api/read-document.ts';
import type { Breakpoint } from '#src/lib/use-window-width.ts';

declare module '@tanstack/react-table' {
  interface ColumnMeta<in out TFeatures extends TableFeatures, in out TData extends RowData, TValue extends CellData> {
    /** The header; left out: the column's id in words. */
    label?: MessageDescriptor;
    /** Share of the room that is left over. Such a column's `size` is the most it takes, `minSize` the least. */
    grow?: number;
    /** Set flush at the end. */
    numeric?: boolean;
    /** Classes of its cells. */
    className?: string;
    /** Narrower windows leave the column out, unless somebody asked for it. */
    from?: Breakpoint;
    /** The cell as plain text for exports, where that is not its value. To be called with a language chosen. */
    text?: (row: TData, included: Included) => string;
  }
}

/** What came along with the rows of a table. */
interface RecordTableMeta {
  included: Included;
}

/** What every table can do. Sorting, filtering and paging are the service's work here. */
export const recordFeatures = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableMeta: metaHelper<RecordTableMeta>(),
});

export type RecordFeatures = typeof recordFeatures;

/** A column of records. The one of a table that cannot be hidden leads to the record. */
export type RecordColumn<Data extends RowData> = ColumnDef<RecordFeatures, Data, CellData>;

/** A column as it stands in a table. */
export type ShownColumn<Data extends RowData> = Column<RecordFeatures, Data>;

export type RecordTable<Data extends RowData> = ReactTable<RecordFeatures, Data>;
