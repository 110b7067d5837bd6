import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import type { RecordTable } from './features.ts';

/** The selected rows of the current page. */
export interface RowSelection {
  /** In the order of the rows. */
  ids: readonly string[];
  isAll: boolean;
  isSome: boolean;
  /** Toggles a row; with `isRange`, all rows from the last one toggled get its new state. */
  toggle: (id: string, isRange?: boolean) => void;
  /** Toggles from a checkbox event; with Shift, the range. */
  onToggle: (id: string, event: unknown) => void;
  setAll: (isSelected: boolean) => void;
}

/**
 * Selection state for the given rows; announces the count. Rows that leave the page are deselected until they are back,
 * as after an undone deletion; a new `scope` clears the selection.
 */
export function useRowSelection(rows: readonly { id: string }[], scope: string) {
  const { t } = useLingui();
  const [all, setAll] = useState<RowSelectionState>({});
  const [shownScope, setShownScope] = useState(scope);
  if (shownScope !== scope) {
    setShownScope(scope);
    setAll({});
  }
  const state = useMemo(() => {
    const here = rows.filter(({ id }) => all[id]);
    return Object.fromEntries(here.map(({ id }) => [id, true as const]));
  }, [rows, all]);
  const change: OnChangeFn<RowSelectionState> = (updater) => {
    const next = typeof updater === 'function' ? updater(state) : updater;
    const count = Object.keys(next).length;
    setAll(next);
    announce(t`${plural(count, { one: '# selected', other: '# selected' })}`);
  };
  return { state, change };
}

/** The selection of a table, with stable functions. */
export function useSelectionOf<Data extends { id: string }>(table: RecordTable<Data>): RowSelection {
  const latest = useLatest(table);
  const [steady] = useState(() => {
    const rowOf = (id: string) => latest.current.getRowModel().rowsById[id];
    return {
      toggle: (id: string, isRange = false) => {
        const row = rowOf(id);
        row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: isRange });
      },
      onToggle: (id: string, event: unknown) => rowOf(id)?.getToggleSelectedHandler()(event),
      setAll: (isSelected: boolean) => latest.current.toggleAllRowsSelected(isSelected, { deselectAll: true }),
    };
  });
  const { rowSelection } = table.state;
  const { rows } = table.getRowModel();
  const ids = useMemo(() => rows.filter(({ id }) => rowSelection[id]).map(({ id }) => id), [rows, rowSelection]);
  return { ...steady, ids, isAll: rows.length > 0 && ids.length === rows.length, isSome: ids.length > 0 };
}
