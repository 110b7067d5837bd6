import { plural, t } from '@lingui/core/macro';
import {
  functionalUpdate,
  type OnChangeFn,
  type RowSelectionState,
  type TableOptions,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { connection } from '#src/api/connection.ts';
import type { Included } from '#src/api/list-page.ts';
import { useStore } from '#src/lib/store.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import {
  type RecordColumn,
  type RecordFeatures,
  type RecordTable,
  recordFeatures,
  type TableColumn,
} from './features.ts';
import { chosenColumns, openLayout, type StoredLayout, type TableLayout, visibleColumns } from './table-layout.ts';

type OwnOptions<Data extends { id: string }> = Omit<
  TableOptions<RecordFeatures, Data>,
  'features' | 'columns' | 'data'
>;

interface RecordTableOptions<Data extends { id: string }> extends OwnOptions<Data> {
  /** Storage name of its layout, unique among tables. */
  name: string;
  /** Must be referentially stable. The column that cannot be hidden links to the record. */
  columns: readonly RecordColumn<Data>[];
  rows: readonly Data[];
  /** Identifies the set of selectable rows: a change clears the selection. */
  scope?: string;
  included?: Included | undefined;
  /** Default: `recordFeatures`; with more if the table itself sorts and filters. */
  features?: RecordFeatures;
}

/** The selected rows of the current page. */
export interface RowSelection {
  ids: readonly string[];
  /** Toggles a row; with `isRange`, all rows from the last one toggled get its new state. */
  toggle: (id: string, isRange?: boolean) => void;
  /** Toggles from a checkbox event; with Shift, the range. */
  onToggle: (id: string, event: unknown) => void;
  setAll: (isSelected: boolean) => void;
}

export interface ConfiguredTable<Data extends { id: string }> {
  table: RecordTable<Data>;
  /** Visible columns in order; a new array when anything about them but a width changes. */
  columns: readonly TableColumn<Data>[];
  selection: RowSelection;
  layout: TableLayout;
  kept: StoredLayout;
}

const NOTHING: Included = {};
const defaultColumn = { size: 160, minSize: 64, maxSize: 1200, sortDescFirst: false, enableMultiSort: false };

/** A table of records on TanStack Table, with the layout that the user has stored for this connection. */
export function useRecordTable<Data extends { id: string }>(options: RecordTableOptions<Data>): ConfiguredTable<Data> {
  const { name, columns, rows, scope = '', included = NOTHING, features = recordFeatures, state, ...rest } = options;
  const connectionKey = useStore(connection)?.key ?? '';
  const kept = useMemo(() => openLayout(connectionKey, name), [connectionKey, name]);
  const layout = useStore(kept.store);
  const isAtLeast = useBreakpoint();
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
    // Stored once at the end, not with each move.
    columnResizeMode: 'onEnd',
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
      const next = functionalUpdate(updater, columnVisibility);
      kept.change({ shown: chosenColumns(hideable, kept.store.get().shown, next) });
    },
    onColumnOrderChange: (updater) => kept.change({ order: functionalUpdate(updater, kept.store.get().order) }),
    onColumnPinningChange: (updater) => kept.change({ pinned: functionalUpdate(updater, kept.store.get().pinned) }),
    onColumnSizingChange: (updater) => kept.change({ widths: functionalUpdate(updater, kept.store.get().widths) }),
    onRowSelectionChange: picking.change,
  });
  // `getVisibleLeafColumns` ignores pinning.
  const headers = table.getLeafHeaders();
  const shown = useMemo(() => headers.map(({ column }) => column), [headers]);
  return { table, columns: shown, selection: selectionOf(table), layout, kept };
}

const getId = ({ id }: { id: string }) => id;

/** Id of a column in the table: its own, else the attribute that it shows. */
export const idOf = <Data extends { id: string }>(column: RecordColumn<Data>): string =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');

/**
 * Selection state for the given rows; announces the count. Rows that leave the page are deselected until they are back,
 * as after an undone deletion; a new `scope` clears the selection.
 */
function useRowSelection(rows: readonly { id: string }[], scope: string) {
  const [{ all, ofScope }, setAll] = useState<{ all: RowSelectionState; ofScope: string }>({ all: {}, ofScope: scope });
  if (ofScope !== scope) setAll({ all: {}, ofScope: scope });
  const state = useMemo(() => {
    const here = rows.filter(({ id }) => all[id]);
    return Object.fromEntries(here.map(({ id }) => [id, true as const]));
  }, [rows, all]);
  const change: OnChangeFn<RowSelectionState> = (updater) => {
    const next = functionalUpdate(updater, state);
    const count = Object.keys(next).length;
    setAll({ all: next, ofScope: scope });
    announce(t`${plural(count, { one: '# selected', other: '# selected' })}`);
  };
  return { state, change };
}

function selectionOf<Data extends { id: string }>(table: RecordTable<Data>): RowSelection {
  const { rowsById } = table.getRowModel();
  return {
    ids: table.getSelectedRowIds(),
    toggle: (id, isRange = false) => {
      const row = rowsById[id];
      row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: isRange });
    },
    onToggle: (id, event) => rowsById[id]?.getToggleSelectedHandler()(event),
    setAll: (isSelected) => table.toggleAllRowsSelected(isSelected, { deselectAll: true }),
  };
}
