import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { age, subscribeToSeconds } from '#src/ui/text/relative-time.tsx';
import type { WaitingSince } from './use-waiting-rooms.ts';

/** How long a room has been waiting, such as "4 min", by the server's clock. */
export function LiveAge({ unix, certainty }: WaitingSince) {
  const { t, i18n } = useLingui();
  const keep = useCallback(
    (element: HTMLTimeElement) =>
      keepText(element, () => {
        const words = age(i18n.locale, serverNow() - unix);
        return certainty === 'exact' ? words : certainty === 'least' ? t`at least ${words}` : t`at most ${words}`;
      }),
    [unix, certainty, i18n.locale, t],
  );
  return <time ref={keep} dateTime={new Date(unix * 1000).toISOString()} />;
}

const texts = new Map<Element, () => string>();
let stop: (() => void) | undefined;

/**
 * Updates an element's text every second outside React, so that five hundred ages cause no re-render. The element must
 * have no other children. Returns a cleanup function, for use in a ref callback.
 */
function keepText(element: Element, text: () => string): () => void {
  write(element, text());
  texts.set(element, text);
  stop ??= subscribeToSeconds(writeAll);
  return () => {
    texts.delete(element);
    if (texts.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function writeAll() {
  for (const [element, text] of texts) write(element, text());
}

function write(element: Element, text: string) {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
