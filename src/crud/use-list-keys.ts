import { type RefObject, useRef } from 'react';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import type { Selection } from './use-selection.ts';

/**
 * Moves between the rows of a list (`tr[data-row]`, each with a link) by keys. The focus itself moves, so that Enter
 * opens, screen readers follow and nothing else has to be kept.
 */
export function useListKeys(table: RefObject<HTMLElement | null>, selection?: Selection): void {
  const lastId = useRef<string>(undefined);

  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  /** Where the focus is, or where it was last. */
  const findCurrent = (all: HTMLElement[]) => {
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    return focused >= 0 ? focused : all.findIndex((row) => row.dataset.row === lastId.current);
  };
  const move = (step: 1 | -1) => () => {
    const all = rows();
    const current = findCurrent(all);
    const next = all[current < 0 ? (step > 0 ? 0 : all.length - 1) : current + step];
    lastId.current = next?.dataset.row ?? lastId.current;
    next?.querySelector('a')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
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
