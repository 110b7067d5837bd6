import { X } from 'lucide-react';
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

const focusIt = (button: HTMLElement | null) => button?.focus();

/** A removable choice: a filter, a member. */
export function Chip({
  children,
  removeLabel,
  onRemove,
  onOpen,
  takesFocus = false,
}: {
  children: ReactNode;
  /** Label such as "Remove Mina". */
  removeLabel: string;
  onRemove: () => void;
  /** Makes its words a button that changes the choice. */
  onOpen?: () => void;
  /** Whether its remove button takes the focus when it appears. */
  takesFocus?: boolean;
}) {
  const words = { dir: 'auto', className: 'ring-inside truncate rounded-box ps-2', children };
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-box bg-pressed text-sm pointer-coarse:h-11">
      {onOpen ? <button type="button" {...words} onClick={onOpen} /> : <span {...words} />}
      <button
        type="button"
        aria-label={removeLabel}
        ref={takesFocus ? focusIt : undefined}
        onClick={onRemove}
        className="ring-inside inline-flex size-6 shrink-0 items-center justify-center rounded-box text-muted hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}

/** A user or visitor as one or two letters. The name is shown beside it, so screen readers skip it. */
export function Initials({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex size-6 shrink-0 select-none items-center justify-center rounded-full bg-pressed font-medium text-muted text-xs',
        className,
      )}
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
