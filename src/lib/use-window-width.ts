import { useCallback, useSyncExternalStore } from 'react';
import { combineCleanups, listen } from './listen.ts';

/** Breakpoints, the same as in the style sheet. */
const WIDTHS = { sm: '40rem', md: '56.25rem', lg: '80rem', xl: '120rem' } as const;

export type Breakpoint = keyof typeof WIDTHS;

const names = ['sm', 'md', 'lg', 'xl'] as const satisfies readonly Breakpoint[];
const queryOf = (name: Breakpoint) => globalThis.matchMedia?.(`(width >= ${WIDTHS[name]})`);

/** Breakpoints reached, joined by spaces; all of them without `matchMedia`. */
const reached = () => names.filter((name) => queryOf(name)?.matches ?? true).join(' ');

function subscribe(listener: () => void): () => void {
  const queries = names.map(queryOf);
  return combineCleanups(...queries.map((query) => query && listen(query, 'change', listener)));
}

/** Returns a predicate for whether the window reaches a breakpoint; re-renders with another one when that changes. */
export function useBreakpoint(): (from: Breakpoint | undefined) => boolean {
  const now = useSyncExternalStore(subscribe, reached);
  return useCallback((from) => from === undefined || now.includes(from), [now]);
}

/** Whether the main pointer is a finger: there are no hover states, and probably no keyboard. */
export const isTouch = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/** Whether the window is too narrow for list and detail side by side, or can become so when the device is rotated. */
export const mayBeNarrow = (): boolean => isTouch() || queryOf('md')?.matches === false;
