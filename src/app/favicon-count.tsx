import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rooms } from '#contract/rooms.ts';
import { totalQuery } from '#src/api/queries.ts';

const MOST_SHOWN = 99;

/** Draws the number of waiting rooms on the favicon; the plain icon if there are none. */
export function FaviconCount(): null {
  // No polling here: the navigation or the Watch page refetches it.
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

/** A data URL, which the Content-Security-Policy allows. */
function drawCount(count: string): string {
  const size = count.length === 1 ? 13 : 11;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#c0342b"/>` +
      `<text x="8" y="8.5" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" ` +
      `font-weight="700" font-size="${size}" fill="#fff">${count}</text></svg>`,
  )}`;
}
