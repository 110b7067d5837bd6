import { type RefObject, useRef } from 'react';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';

/** The selection that shortcuts act on. */
interface KeySelection {
  toggle: (id: string, isRange?: boolean) => void;
  setAll: (isSelected: boolean) => void;
}

/**
 * Keyboard navigation between the rows of a list (`tr[data-row]`, each with a link). Moves the focus itself, so that
 * Enter opens, screen readers follow and no other state is needed.
 */
export function useListKeys(table: RefObject<HTMLElement | null>, selection?: KeySelection): void {
  const last = useRef({ id: '', index: 0 });

  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  /** The focused row, or the last one. */
  const findCurrent = (all: HTMLElement[]) => {
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    if (focused >= 0) return focused;
    return all.findIndex((row) => row.dataset.row === last.current.id);
  };
  const move = (step: 1 | -1) => () => {
    const all = rows();
    const current = findCurrent(all);
    // The row after a removed one takes its index.
    const index = current >= 0 ? current + step : last.current.index + Math.min(0, step);
    const next = all[index];
    if (!next) return;
    last.current = { id: next.dataset.row ?? '', index };
    next.querySelector('a')?.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  const withCurrent = (act: (row: HTMLElement) => void) => () => {
    const all = rows();
    const row = all[findCurrent(all)];
    if (row) act(row);
  };
  const tick = (isRange: boolean) => withCurrent((row) => selection?.toggle(row.dataset.row ?? '', isRange));

  useShortcuts({
    'j|ArrowDown': move(1),
    'k|ArrowUp': move(-1),
    'o|Enter': withCurrent((row) => row.querySelector('a')?.click()),
    ...(selection && { x: tick(false), X: tick(true), 'Mod+a': () => selection.setAll(true) }),
  });
}
