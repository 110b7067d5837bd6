import { useLocation } from 'react-router';
import { navigate } from '#src/lib/router.ts';

const PARTS = ['html', 'css', 'guest', 'settings', 'embedding', 'preview'] as const;

/** What of a client is in sight. The preview is a part of its own only where there is no room beside the others. */
export type ClientPart = (typeof PARTS)[number];

/** The part that the address names, and how to show another. */
export function useClientPart(): [part: ClientPart, show: (part: ClientPart) => void] {
  const search = useLocation().search;
  const named = new URLSearchParams(search).get('part');
  const part = PARTS.find((name) => name === named) ?? 'html';
  return [part, (next) => void navigate({ search: `?part=${next}` }, { replace: true })];
}
