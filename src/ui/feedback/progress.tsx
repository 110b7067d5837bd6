import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** Progress of a long job, in words and as a bar. */
export function Progress({
  label,
  value,
  max,
  className,
}: {
  label: ReactNode;
  value: number;
  max: number;
  className?: string;
}) {
  return (
    <label className={classNames('flex flex-col gap-1.5', className)}>
      <span>{label}</span>
      <progress
        value={value}
        max={max}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-pressed [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-ink"
      />
    </label>
  );
}
