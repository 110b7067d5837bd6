import { useLingui } from '@lingui/react/macro';
import { memo, useSyncExternalStore } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { subscribeToSeconds } from './ticker.ts';
import { age, timeAgo } from './time-words.ts';

export interface RelativeTimeProps {
  /** The moment, in seconds since 1970. */
  unix: number;
  /** `ago`: "4 minutes ago"; `age`: "4 min", for a column of waits. */
  form?: 'ago' | 'age';
  className?: string;
}

/** A moment as seen from now by the tenant's clock, kept up to date; its tooltip is the exact time. */
export const RelativeTime = memo(function RelativeTime({ unix, form = 'ago', className }: RelativeTimeProps) {
  const { i18n } = useLingui();
  const words = form === 'age' ? age : timeAgo;
  // The snapshot is the finished text, so that a tick renders only where the text has changed.
  const text = useSyncExternalStore(subscribeToSeconds, () => words(i18n.locale, serverNow() - unix));
  return (
    <time dateTime={new Date(unix * 1000).toISOString()} className={className}>
      {text}
    </time>
  );
});
