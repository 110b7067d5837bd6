import { type RefObject, useRef } from 'react';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';

/**
 * Moves between the rows of a list (`tr[data-row]`, each with a link) by keys. The focus itself moves, so that Enter
 * opens, screen readers follow and nothing else has to be kept.
 */
export function useListKeys(table: RefObject<HTMLElement | null>, onSelect?: (id: string, isRange: boolean) => void) {
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
  const open = withCurrent((row) => row.querySelector('a')?.click());
  const select = (isRange: boolean) => withCurrent((row) => onSelect?.(row.dataset.row ?? '', isRange));

  useShortcuts({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    o: open,
    Enter: open,
    ...(onSelect && { x: select(false), X: select(true) }),
  });
}
