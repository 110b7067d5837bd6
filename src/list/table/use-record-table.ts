import { type TableOptions, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { connection } from '#src/api/connection.ts';
import type { Included } from '#src/api/list-page.ts';
import { useStore } from '#src/lib/store.ts';
import { useWindowWidth } from '#src/lib/use-window-width.ts';
import {
  type RecordColumn,
  type RecordFeatures,
  type RecordTable,
  recordFeatures,
  type ShownColumn,
} from './features.ts';
import { chosenColumns, openLayout, type StoredLayout, type TableLayout, visibleColumns } from './table-layout.ts';
import { type RowSelection, useRowSelection, useSelectionOf } from './use-row-selection.ts';

type OwnOptions<Data extends { id: string }> = Omit<
  TableOptions<RecordFeatures, Data>,
  'features' | 'columns' | 'data'
>;

export interface RecordTableOptions<Data extends { id: string }> extends OwnOptions<Data> {
  /** Storage name of its layout, unique among tables. */
  name: string;
  /** Must be referentially stable. The column that cannot be hidden links to the record. */
  columns: readonly RecordColumn<Data>[];
  rows: readonly Data[];
  /** Identifies the set of selectable rows: a change clears the selection. */
  scope?: string;
  /** Included records of the rows. */
  included?: Included;
  /** Default: `recordFeatures`; with more if the table itself sorts and filters. */
  features?: RecordFeatures;
}

export interface ArrangedTable<Data extends { id: string }> {
  table: RecordTable<Data>;
  /** Visible columns in order; a new array when anything about them but a width changes. */
  columns: readonly ShownColumn<Data>[];
  selection: RowSelection;
  layout: TableLayout;
  kept: StoredLayout;
}

const NOTHING: Included = {};
const defaultColumn = { size: 160, minSize: 64, maxSize: 1200, sortDescFirst: false, enableMultiSort: false };

/** A table of records on TanStack Table, with the layout that the user has stored for this connection. */
export function useRecordTable<Data extends { id: string }>(options: RecordTableOptions<Data>): ArrangedTable<Data> {
  const { name, columns, rows, scope = '', included = NOTHING, features = recordFeatures, state, ...rest } = options;
  const connectionKey = useStore(connection)?.key ?? '';
  const kept = useMemo(() => openLayout(connectionKey, name), [connectionKey, name]);
  const layout = useStore(kept.store);
  const isAtLeast = useWindowWidth();
  const hideable = useMemo(
    () =>
      columns.map((column) => ({
        id: idOf(column),
        hasRoom: column.meta?.from !== 'never' && isAtLeast(column.meta?.from),
        canHide: column.enableHiding ?? true,
      })),
    [columns, isAtLeast],
  );
  const columnVisibility = useMemo(() => visibleColumns(hideable, layout.shown), [hideable, layout.shown]);
  const picking = useRowSelection(rows, scope);
  const meta = useMemo(() => ({ included }), [included]);

  const table = useTable<RecordFeatures, Data>({
    getRowId: getId,
    columnResizeMode: 'onChange',
    columnResizeDirection: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
    enableSubRowSelection: false,
    ...rest,
    features,
    columns,
    data: rows,
    defaultColumn,
    meta,
    state: {
      ...state,
      columnVisibility,
      columnOrder: layout.order,
      columnPinning: layout.pinned,
      columnSizing: layout.widths,
      rowSelection: picking.state,
    },
    onColumnVisibilityChange: (updater) => {
      const next = typeof updater === 'function' ? updater(columnVisibility) : updater;
      kept.change({ shown: chosenColumns(hideable, kept.store.get().shown, next) });
    },
    onColumnOrderChange: (updater) =>
      kept.change({ order: typeof updater === 'function' ? updater(kept.store.get().order) : updater }),
    onColumnPinningChange: (updater) =>
      kept.change({ pinned: typeof updater === 'function' ? updater(kept.store.get().pinned) : updater }),
    onColumnSizingChange: (updater) =>
      kept.change({ widths: typeof updater === 'function' ? updater(kept.store.get().widths) : updater }),
    onRowSelectionChange: picking.change,
  });
  const [start, center, end] = [
    table.getStartVisibleLeafColumns(),
    table.getCenterVisibleLeafColumns(),
    table.getEndVisibleLeafColumns(),
  ];
  // `getVisibleLeafColumns` ignores pinning.
  const shown = useMemo(() => [...start, ...center, ...end], [start, center, end]);
  return { table, columns: shown, selection: useSelectionOf(table), layout, kept };
}

const getId = ({ id }: { id: string }) => id;

/** Id of a column in the table: its own, else the attribute that it shows. */
export const idOf = <Data extends { id: string }>(column: RecordColumn<Data>): string =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');
