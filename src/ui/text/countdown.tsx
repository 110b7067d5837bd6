import { useLingui } from '@lingui/react/macro';
import { classNames } from '#src/ui/class-names.ts';
import { useEachSecond } from './relative-time.tsx';

/** Whole seconds left until a moment in ms since 1970. Hidden from screen readers, which would read every tick. */
export function Countdown({ until, className }: { until: number; className?: string }) {
  const { t, i18n } = useLingui();
  const left = useEachSecond((nowMs) => Math.max(0, Math.ceil((until - nowMs) / 1000)));
  return (
    <span aria-hidden="true" className={classNames('whitespace-nowrap', className)}>
      {t`${{ seconds: i18n.number(left) }} s`}
    </span>
  );
}
