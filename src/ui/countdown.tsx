import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { subscribeToSeconds } from './ticker.ts';

/** Whole seconds left until a moment in milliseconds since 1970. Seen, not read aloud: it would never stop talking. */
export function Countdown({ until, className }: { until: number; className?: string }) {
  const { t } = useLingui();
  const seconds = useSyncExternalStore(subscribeToSeconds, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));
  return (
    <span aria-hidden="true" className={className}>
      {t`${seconds} s`}
    </span>
  );
}
