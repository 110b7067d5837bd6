import type { ColumnVisibilityState } from '@tanstack/react-table';
import { asRecord, isText } from '#src/lib/json.ts';
import { combineCleanups } from '#src/lib/listen.ts';
import { onStorageChange, readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** How the user has arranged a table. Columns not named keep their defaults. */
export interface TableLayout {
  /** Columns that the user has shown or hidden. */
  shown: Readonly<Record<string, boolean>>;
  order: string[];
  pinned: { start: string[]; end: string[] };
  /** Widths in pixels. */
  widths: Readonly<Record<string, number>>;
  /** Default: as in the settings. */
  density?: 'comfortable' | 'compact' | undefined;
}

export interface StoredLayout {
  /** Subscribers also see changes made in other tabs. */
  store: Store<TableLayout>;
  change: (patch: Partial<TableLayout>) => void;
  reset: () => void;
}

const untouched: TableLayout = { shown: {}, order: [], pinned: { start: [], end: [] }, widths: {} };

/** The layout of a table, stored in this browser per connection. `name` identifies the table. */
export function openLayout(connectionKey: string, name: string): StoredLayout {
  const key = `countersign.table.${name} ${connectionKey}`;
  const read = () => readLayout(readStored('local', key));
  const store = createStore(read());
  const set = (layout: TableLayout | undefined) => {
    writeStored('local', key, layout);
    store.set(layout ?? untouched);
  };
  const follow = () => store.set(read());
  return {
    store: {
      ...store,
      subscribe: (listener) => combineCleanups(store.subscribe(listener), onStorageChange([key], follow)),
    },
    change: (patch) => set({ ...store.get(), ...patch }),
    reset: () => set(undefined),
  };
}

/** Parses a layout; invalid members fall back to the default. */
export function readLayout(value: unknown): TableLayout {
  const { shown, order, pinned, widths, density } = asRecord(value) ?? {};
  const start = readIds(asRecord(pinned)?.start);
  return {
    shown: readEntries(shown, (entry) => typeof entry === 'boolean'),
    order: readIds(order),
    pinned: { start, end: readIds(asRecord(pinned)?.end).filter((id) => !start.includes(id)) },
    widths: readEntries(widths, (entry): entry is number => Number.isFinite(entry) && Number(entry) >= 0),
    density: density === 'comfortable' || density === 'compact' ? density : undefined,
  };
}

const readIds = (value: unknown): string[] => (Array.isArray(value) ? [...new Set(value.filter(isText))] : []);

function readEntries<Value>(value: unknown, isValue: (entry: unknown) => entry is Value): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(asRecord(value) ?? {}).filter((entry): entry is [string, Value] => isValue(entry[1])),
  );
}

interface HideableColumn {
  id: string;
  /** Whether the window is wide enough for it. */
  hasRoom: boolean;
  canHide: boolean;
}

/** Which columns are visible: as the user chose, else those that fit. */
export function visibleColumns(
  columns: readonly HideableColumn[],
  shown: Readonly<Record<string, boolean>>,
): ColumnVisibilityState {
  return Object.fromEntries(columns.map(({ id, hasRoom, canHide }) => [id, !canHide || (shown[id] ?? hasRoom)]));
}

/**
 * The user's choices once `next` are the visible columns. A choice equal to the default is dropped, so that a column
 * shown again in a wide window does not fill a narrow one.
 */
export function chosenColumns(
  columns: readonly HideableColumn[],
  shown: Readonly<Record<string, boolean>>,
  next: ColumnVisibilityState,
): Record<string, boolean> {
  const now = visibleColumns(columns, shown);
  const chosen = { ...shown };
  for (const { id, hasRoom, canHide } of columns) {
    const isVisible = next[id] ?? true;
    if (!canHide || isVisible === now[id]) continue;
    if (isVisible === hasRoom) delete chosen[id];
    else chosen[id] = isVisible;
  }
  return chosen;
}
