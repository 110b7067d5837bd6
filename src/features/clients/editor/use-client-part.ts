import { useSearchParams } from 'react-router';

const PARTS = ['html', 'css', 'guest', 'settings', 'embedding', 'preview'] as const;

/** What of a client is in sight. The preview is a part of its own only where there is no room beside the others. */
export type ClientPart = (typeof PARTS)[number];

/** The part that the address names, and how to show another. */
export function useClientPart(): [part: ClientPart, show: (part: ClientPart) => void] {
  const [params, setParams] = useSearchParams();
  const part = PARTS.find((name) => name === params.get('part')) ?? 'html';
  return [part, (next) => setParams({ part: next }, { replace: true })];
}
