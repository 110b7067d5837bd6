import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = { neutral: 'bg-pressed text-ink', warn: 'bg-warn-soft text-warn' };

/** A highlighted word or number, such as a count in the navigation or the kind of a room. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones;
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

/** A user or visitor as one or two letters. The name is shown beside it, so screen readers skip it. */
export function Initials({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-6 shrink-0 select-none items-center justify-center rounded-full bg-pressed font-medium text-muted text-xs"
    >
      {initialsOf(name)}
    </span>
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map(
      (word) =>
        graphemes
          .segment(word ?? '')
          .containing(0)
          ?.segment.toUpperCase() ?? '?',
    )
    .join('');
}
