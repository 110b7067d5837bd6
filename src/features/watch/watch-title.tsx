import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useSyncExternalStore } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { useTenantName } from '#src/records/waiting/tenant-name.ts';
import type { WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import { subscribeToSeconds } from '#src/ui/ticker.ts';
import { age } from '#src/ui/time-words.ts';

/** Document title: count, tenant, and the longest wait once it reaches a minute. */
export function WatchTitle({ waiting }: { waiting: readonly WaitingRoom[] }) {
  const { i18n } = useLingui();
  const tenant = useTenantName();
  const longest = waiting[0]?.since.unix;
  const wait = useSyncExternalStore(subscribeToSeconds, () => {
    const seconds = longest === undefined ? 0 : serverNow() - longest;
    return seconds < 60 ? '' : age(i18n.locale, seconds);
  });
  const page = [t`Watch`, tenant, wait].filter(Boolean).join(' · ');
  const count = i18n.number(waiting.length);
  return <title>{waiting.length > 0 ? `(${count}) ${page}` : page}</title>;
}
