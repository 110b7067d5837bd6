import { classNames } from './class-names.ts';

/** One line, or `lines` of them; the tooltip layer shows the whole where it was cut. */
export function Truncated({ text, lines = 1, className }: { text: string; lines?: 1 | 2 | 3; className?: string }) {
  const cut = { 1: 'block truncate', 2: 'line-clamp-2', 3: 'line-clamp-3' }[lines];
  return (
    <span data-tooltip-cut="" dir="auto" className={classNames(cut, 'min-w-0', className)}>
      {text}
    </span>
  );
}
