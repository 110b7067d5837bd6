import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { age } from '#src/ui/time-words.ts';
import { keepText } from './live-text.ts';
import type { WaitingSince } from './waiting-since.ts';

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
