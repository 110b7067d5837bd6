import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rooms } from '#contract/rooms.ts';
import { totalQuery } from '#src/api/queries.ts';

const MOST_SHOWN = 99;

/** Puts how many rooms wait on the tab's icon, on every page; the plain icon where none does. */
export function FaviconCount(): null {
  // The navigation or the page of the rooms has it read again.
  const { data } = useQuery(totalQuery(rooms, { awaiting_support: '1' }));
  const total = Math.min(data?.total ?? 0, MOST_SHOWN);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const plain = icon?.getAttribute('href');
    if (!icon || !plain || total === 0) return;
    icon.href = drawCount(String(total));
    return () => {
      icon.href = plain;
    };
  }, [total]);
  return null;
}

/** As an image in the address itself, which the page's policy allows. */
function drawCount(count: string): string {
  const size = count.length === 1 ? 13 : 11;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#c0342b"/>` +
      `<text x="8" y="8.5" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" ` +
      `font-weight="700" font-size="${size}" fill="#fff">${count}</text></svg>`,
  )}`;
}
