import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { serverNow } from '#src/api/clock.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { subscribeToSeconds } from '#src/ui/ticker.ts';
import { age } from '#src/ui/time-words.ts';
import { type Lateness, lateness, type WaitingSince } from './waiting-since.ts';

const marks = { waiting: 'waiting', late: 'warn', very_late: 'danger' } as const;

/** How long a room waits and whether that is late, kept up to date, by shape, word and colour. */
export function WaitMark({ since }: { since: WaitingSince }) {
  const late = useLateness(since);
  return (
    <span className="inline-flex items-baseline gap-2">
      <StatusMark status={marks[late]} className="font-medium">
        <Wait since={since} />
      </StatusMark>
      {late !== 'waiting' && (
        <span className="text-muted">{late === 'very_late' ? <Trans>Very late</Trans> : <Trans>Late</Trans>}</span>
      )}
    </span>
  );
}

function Wait({ since: { unix, certainty } }: { since: WaitingSince }) {
  const { t, i18n } = useLingui();
  const words = useSyncExternalStore(subscribeToSeconds, () => age(i18n.locale, serverNow() - unix));
  const exact = i18n.date(new Date(unix * 1000), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <time dateTime={new Date(unix * 1000).toISOString()} data-tooltip={exact}>
      {certainty === 'exact' ? words : certainty === 'least' ? t`at least ${words}` : t`at most ${words}`}
    </time>
  );
}

function useLateness({ unix }: WaitingSince): Lateness {
  const thresholds = useStore(settings);
  return useSyncExternalStore(subscribeToSeconds, () => lateness(serverNow() - unix, thresholds));
}
