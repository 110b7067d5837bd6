import { useLocation } from 'react-router';
import { navigate } from '#src/lib/router.ts';

const PARTS = ['html', 'css', 'guest', 'settings', 'embedding', 'preview'] as const;

/** Tabs of the client form. `preview` is a tab only on narrow screens, without room for it beside the form. */
export type ClientPart = (typeof PARTS)[number];

/** The active tab, stored in the URL, and its setter. */
export function useClientPart(): [part: ClientPart, show: (part: ClientPart) => void] {
  const search = useLocation().search;
  const named = new URLSearchParams(search).get('part');
  const part = PARTS.find((name) => name === named) ?? 'html';
  return [part, (next) => void navigate({ search: `?part=${next}` }, { replace: true })];
}
