import { useLingui } from '@lingui/react/macro';
import { memo, useSyncExternalStore } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { subscribeToSeconds } from './ticker.ts';
import { age, timeAgo } from './time-words.ts';

export interface RelativeTimeProps {
  /** The moment, in Unix seconds. */
  unix: number;
  /** `ago`: "4 minutes ago"; `age`: "4 min", for a column of waits. */
  form?: 'ago' | 'age';
  className?: string;
}

/** A live relative time by the tenant's clock; its tooltip is the exact time. */
export const RelativeTime = memo(function RelativeTime({ unix, form = 'ago', className }: RelativeTimeProps) {
  const { i18n } = useLingui();
  const words = form === 'age' ? age : timeAgo;
  // The snapshot is the formatted text, so that a tick re-renders only if the text has changed.
  const text = useSyncExternalStore(subscribeToSeconds, () => words(i18n.locale, serverNow() - unix));
  return (
    <time dateTime={new Date(unix * 1000).toISOString()} className={className}>
      {text}
    </time>
  );
});
