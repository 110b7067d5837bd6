import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'good' | 'bad' | 'busy' | 'warn';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-pressed text-ink',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  busy: 'bg-busy-soft text-busy',
  warn: 'bg-warn-soft text-warn',
};

/** A highlighted word or number, such as a count in the navigation or the kind of a room. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-4 min-w-4 items-center justify-center whitespace-nowrap rounded-[4px] px-1 font-medium text-xs',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
