import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useMemo, useState } from 'react';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { idsToReselect } from '#src/outbox/decision-outcomes.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';

/** Selected rows among the visible ones. */
export interface Selection {
  /** In row order. */
  ids: readonly string[];
  isAll: boolean;
  /** Toggles a row. With `isRange`, applies its new state to all rows from the last toggled one. */
  toggle: (id: string, isRange?: boolean) => void;
  setAll: (isTicked: boolean) => void;
}

/**
 * Row selection, with the count announced to screen readers. Rows that leave the list are deselected, and selected again if
 * a bulk decision on them was undone or failed; a new `scope` clears the selection.
 */
export function useSelection(rows: readonly { id: string }[], scope: string): Selection {
  const { t } = useLingui();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const [shownScope, setShownScope] = useState(scope);
  if (shownScope !== scope) {
    setShownScope(scope);
    setTicked(new Set());
    setLast(undefined);
  }
  const all = useMemo(() => rows.map((row) => row.id), [rows]);
  const ids = useMemo(() => all.filter((id) => ticked.has(id)), [all, ticked]);

  const tick = (next: ReadonlySet<string>) => {
    setTicked(next);
    announce(t`${plural(next.size, { one: '# selected', other: '# selected' })}`);
  };

  const again = useStore(idsToReselect);
  // The rest waits for a tab that lists it.
  const listed = all.filter((id) => again.includes(id));
  useAfterChange(listed.join() || undefined, () => {
    idsToReselect.set(again.filter((id) => !listed.includes(id)));
    tick(new Set([...ids, ...listed]));
  });

  // Stable callbacks, so that memoized lines do not re-render.
  const latest = useLatest({ all, ids, last, tick });
  const toggle = useCallback((id: string, isRange = false) => {
    const { all, ids, last, tick } = latest.current;
    const from = isRange && last !== undefined ? all.indexOf(last) : -1;
    const to = all.indexOf(id);
    const touched = from < 0 ? [id] : all.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(ids);
    const isTicking = !next.has(id);
    for (const one of touched) {
      if (isTicking) next.add(one);
      else next.delete(one);
    }
    tick(next);
    setLast(id);
  }, []);
  const setAll = useCallback((isTicking: boolean) => {
    const { all, tick } = latest.current;
    tick(new Set(isTicking ? all : []));
  }, []);
  const isAll = all.length > 0 && ids.length === all.length;
  return useMemo(() => ({ ids, isAll, toggle, setAll }), [ids, isAll, toggle, setAll]);
}
