import { useLingui } from '@lingui/react/macro';
import { serverUnix } from '#src/lib/clock.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { RelativeTime, useEachSecond } from '#src/ui/text/relative-time.tsx';

export type Lateness = 'waiting' | 'late' | 'very_late';

/** Lateness after a wait in seconds, by the user's two thresholds in minutes. */
export function lateness(
  seconds: number,
  { warnAfterMinutes, alarmAfterMinutes }: { warnAfterMinutes: number; alarmAfterMinutes: number },
): Lateness {
  if (seconds >= alarmAfterMinutes * 60) return 'very_late';
  return seconds >= warnAfterMinutes * 60 ? 'late' : 'waiting';
}

const CHIP = 'block rounded-full px-2 font-medium';

/** Classes of a chip with a wait. */
export const chip: Record<Lateness, string> = {
  waiting: `${CHIP} bg-pressed text-muted`,
  late: `${CHIP} bg-warn-soft text-warn`,
  very_late: `${CHIP} bg-bad-soft text-bad`,
};

/** How long the visitor has been waiting, in the colours of Watch. Re-renders the colour only when it changes. */
export function Wait({ since }: { since: number }) {
  // Not `Trans`, which would render four components in each row.
  const { t } = useLingui();
  const thresholds = useStore(settings);
  const late = useEachSecond((nowMs) => lateness(serverUnix(nowMs) - since, thresholds));
  return (
    <span className={chip[late]}>
      <span className="sr-only">{t`Visitor waiting`}</span> <RelativeTime unix={since} form="age" />
    </span>
  );
}
