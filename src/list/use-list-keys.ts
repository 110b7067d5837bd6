import { t } from '@lingui/core/macro';
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import type { RowSelection } from './table/use-record-table.ts';

/** Id of the row last focused in each list, by history entry. */
const currentRows = new Map<string, string>();
interface ListedRecord {
  type: string;
  id: string;
}
/** The list shown last, for a record's page to step through. */
let latest: { historyKey: string; rows: readonly ListedRecord[] } | undefined;

/** The record after or before another in the last list, which becomes its current row; undefined if none. */
export function stepInLatestList({ type, id }: ListedRecord, step: 1 | -1): string | undefined {
  const index = latest?.rows.findIndex((row) => row.type === type && row.id === id) ?? -1;
  const next = index < 0 ? undefined : latest?.rows[index + step]?.id;
  if (latest && next !== undefined) currentRows.set(latest.historyKey, next);
  return next;
}

/** Says, visibly and to screen readers, why a key can't act. */
export const explainBlockedKey = (text: string): void => void showToast({ id: 'why-not', text });

/** `explainBlockedKey` for keys that go back, on a page where nothing is open. */
export const sayNoBack = (): void => explainBlockedKey(t`Nothing to go back to.`);

/** `explainBlockedKey` for keys that move, where there is no further row. */
export function sayEnd(step: number, rows: number): void {
  if (rows === 0) explainBlockedKey(t`No rows.`);
  else explainBlockedKey(step > 0 ? t`This is the last row on the page.` : t`This is the first row on the page.`);
}

/** `explainBlockedKey` for keys that act on a row, while no row is chosen. */
export const sayNoRow = (): void => explainBlockedKey(t`Choose a row first (J/K).`);

interface ListKeyOptions {
  /** The records of the rows; undefined while they load. With them, going back to the list focuses its current row. */
  rows?: readonly ListedRecord[] | undefined;
  selection?: RowSelection | undefined;
  /** Marks the current row as read. */
  markRead?: ((id: string) => void) | undefined;
}

/**
 * Keyboard navigation between the rows of a list (`tr[data-row]`, each with a link). Moves the focus itself, so that
 * Enter opens, screen readers follow and no other state is needed. Returns a handler for the focus events of the rows.
 */
export function useListKeys(table: RefObject<HTMLElement | null>, { rows, selection, markRead }: ListKeyOptions = {}) {
  const { key: historyKey, search } = useLocation();
  const last = useRef({ id: currentRows.get(historyKey) ?? '', before: NONE, search });

  useLayoutEffect(() => {
    if (rows) latest = { historyKey, rows };
  }, [rows, historyKey]);

  const isThere = rows !== undefined;
  useLayoutEffect(() => {
    const id = currentRows.get(historyKey);
    const isFree = document.activeElement === document.body || document.activeElement?.localName === 'main';
    if (!isThere || id === undefined || !isFree) return;
    const current = rowsOf(table.current).find(({ dataset }) => dataset.row === id);
    current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isThere, historyKey, table]);

  /** Index of the focused row, or else of the row last moved to, or of the open one; -1 if none is listed. */
  const findCurrent = (all: HTMLElement[]) => {
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    if (focused >= 0) return focused;
    const known = all.findIndex((row) => row.dataset.row === last.current.id);
    return known >= 0 ? known : all.findIndex((row) => row.matches('[aria-current=true]'));
  };
  const move = (step: 1 | -1) => () => {
    const all = rowsOf(table.current);
    const current = findCurrent(all);
    // The next row after removed ones follows those still before it; another page or search starts at its first row.
    const before = all.filter((row) => last.current.before.includes(rowId(row))).length;
    const kept = last.current.search === search ? before + Math.min(0, step) : 0;
    const index = current >= 0 ? current + step : Math.max(0, Math.min(all.length - 1, kept));
    const next = all[index];
    if (!next) return sayEnd(step, all.length);
    last.current = { id: rowId(next), before: all.slice(0, index).map(rowId), search };
    next.querySelector('a')?.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  const withCurrent = (act: (row: HTMLElement) => void) => () => {
    const all = rowsOf(table.current);
    const row = all[findCurrent(all)];
    if (row) act(row);
    else sayNoRow();
  };
  const sayNoSelection = () => explainBlockedKey(t`Rows can’t be selected here.`);
  const tick = (isRange: boolean) =>
    selection ? withCurrent((row) => selection.toggle(row.dataset.row ?? '', isRange)) : sayNoSelection;

  useShortcuts({
    'j|ArrowDown': move(1),
    'k|ArrowUp': move(-1),
    'o|Enter': withCurrent((row) => row.querySelector('a')?.click()),
    x: tick(false),
    X: tick(true),
    ...(markRead && { m: withCurrent((row) => markRead(row.dataset.row ?? '')) }),
    'Mod+a': () => {
      if (!selection) sayNoSelection();
      else if (rowsOf(table.current).length === 0) sayEnd(1, 0);
      else selection.setAll(true);
    },
    ...(selection && selection.ids.length > 0 && { Escape: () => selection.setAll(false) }),
  });

  const onFocus = ({ target }: FocusEvent) => {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (id !== undefined) currentRows.set(historyKey, id);
  };
  return { onFocus };
}

const NONE: readonly string[] = [];
const rowId = ({ dataset }: HTMLElement) => dataset.row ?? '';
const rowsOf = (table: HTMLElement | null) => [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
