import type { I18n, MessageDescriptor } from '@lingui/core';
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
  globalFilteringFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type TableFeatures,
  tableFeatures,
} from '@tanstack/react-table';
import type { Included } from '#src/api/list-page.ts';
import { startCase } from '#src/lib/start-case.ts';
import type { Breakpoint } from '#src/lib/use-window-width.ts';

declare module '@tanstack/react-table' {
  interface ColumnMeta<in out TFeatures extends TableFeatures, in out TData extends RowData, TValue extends CellData> {
    /** The header. Default: the column's id in words. */
    label?: MessageDescriptor;
    /** Share of the remaining width. Such a column's `size` is its maximum, `minSize` its minimum. */
    grow?: number;
    /** Aligned to the end. */
    numeric?: boolean;
    className?: string;
    /** Minimum window width that shows the column by default; `never`: hidden until the user shows it. */
    from?: Breakpoint | 'never';
    /** The cell as plain text for exports, if that is not its value. Needs an active locale. */
    text?: (row: TData, included: Included) => string;
  }
}

interface RecordTableMeta {
  included: Included;
}

/** Features of every table. Sorting, filtering and paging are done by the service. */
export const recordFeatures = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableMeta: metaHelper<RecordTableMeta>(),
});

export type RecordFeatures = typeof recordFeatures;

/** A column of records. The column that cannot be hidden links to the record. */
export type RecordColumn<Data extends RowData> = ColumnDef<RecordFeatures, Data, CellData>;

/** A column instance of a table. */
export type TableColumn<Data extends RowData> = Column<RecordFeatures, Data>;

export type RecordTable<Data extends RowData> = ReactTable<RecordFeatures, Data>;

/** Label of a column. */
export const columnLabel = <Data extends RowData>(
  i18n: I18n,
  { id, columnDef }: { id: string; columnDef: RecordColumn<Data> },
): string => (columnDef.meta?.label ? i18n._(columnDef.meta.label) : startCase(id));
