import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { classNames } from '#src/ui/class-names.ts';
import { age, subscribeToSeconds } from '#src/ui/text/relative-time.tsx';
import type { Lateness } from './lateness.tsx';
import type { WaitingSince } from './use-waiting-rooms.ts';

/** How long a room has been waiting, such as "4 min", by the server's clock. */
export function TickingAge({ unix, certainty }: WaitingSince) {
  const { t, i18n } = useLingui();
  const keep = useCallback(
    (element: HTMLTimeElement) =>
      updateEachSecond(() => {
        const words = age(i18n.locale, serverNow() - unix);
        write(
          element,
          certainty === 'exact' ? words : certainty === 'least' ? t`at least ${words}` : t`at most ${words}`,
        );
      }),
    [unix, certainty, i18n.locale, t],
  );
  return <time ref={keep} dateTime={new Date(unix * 1000).toISOString()} />;
}

/** How much of the time until the second threshold has passed, with a mark at the first. */
export function WaitScale({ unix, late }: { unix: number; late: Lateness }) {
  const { warnAfterMinutes, alarmAfterMinutes } = useStore(settings);
  const keep = useCallback(
    (element: HTMLElement) =>
      updateEachSecond(() => {
        const share = Math.min(1, Math.max(0, serverNow() - unix) / (alarmAfterMinutes * 60));
        const width = `${Math.round(share * 100)}%`;
        if (element.style.width !== width) element.style.width = width;
      }),
    [unix, alarmAfterMinutes],
  );
  return (
    <span aria-hidden="true" className="relative block h-0.75 overflow-hidden rounded-full bg-pressed">
      <span ref={keep} className={classNames('block h-full forced-colors:bg-[CanvasText]', backgrounds[late])} />
      {late !== 'very_late' && warnAfterMinutes < alarmAfterMinutes && (
        <span
          className="absolute inset-y-0 w-px bg-ink/40"
          style={{ insetInlineStart: `${(warnAfterMinutes / alarmAfterMinutes) * 100}%` }}
        />
      )}
    </span>
  );
}

const backgrounds: Record<Lateness, string> = { waiting: 'bg-faint', late: 'bg-warn', very_late: 'bg-bad' };

/**
 * Updates an element every second outside React, so that five hundred ages cause no re-render. Returns a cleanup
 * function, for use in a ref callback.
 */
function updateEachSecond(update: () => void): () => void {
  update();
  return subscribeToSeconds(update);
}

/** The element must have no other children. */
function write(element: Element, text: string) {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
