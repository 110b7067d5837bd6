import { useSyncExternalStore } from 'react';

/** From these widths on there is room for more; the same as in the style sheet. */
const WIDTHS = { sm: '40rem', md: '56.25rem', lg: '80rem' } as const;

export type Breakpoint = keyof typeof WIDTHS;

const names = Object.keys(WIDTHS) as Breakpoint[]; // The keys of a constant.
const queryOf = (name: Breakpoint) => globalThis.matchMedia?.(`(width >= ${WIDTHS[name]})`);

/** Which widths the window has reached, joined by spaces; all of them where it cannot tell. */
const reached = () => names.filter((name) => queryOf(name)?.matches ?? true).join(' ');

function subscribe(listener: () => void): () => void {
  const queries = names.map(queryOf);
  for (const query of queries) query?.addEventListener('change', listener);
  return () => {
    for (const query of queries) query?.removeEventListener('change', listener);
  };
}

/** Whether the window is at least as wide as a breakpoint says, if there is one; renders again when that changes. */
export function useWindowWidth(): (from: Breakpoint | undefined) => boolean {
  const now = useSyncExternalStore(subscribe, reached);
  return (from) => from === undefined || now.includes(from);
}
