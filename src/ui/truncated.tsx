import { classNames } from './class-names.ts';

/** One line, or `lines` of them; the tooltip layer shows the whole where it was cut. */
export function Truncated({ text, lines = 1, className }: { text: string; lines?: 1 | 2 | 3; className?: string }) {
  // A line of a column begins where the column does, whichever way its text runs.
  const oneLine = 'block truncate [text-align:-webkit-match-parent] [text-align:match-parent]';
  const cut = { 1: oneLine, 2: 'line-clamp-2', 3: 'line-clamp-3' }[lines];
  return (
    <span data-tooltip-cut="" dir="auto" className={classNames(cut, 'min-w-0', className)}>
      {text}
    </span>
  );
}
