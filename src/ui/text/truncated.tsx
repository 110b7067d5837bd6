import { classNames } from '#src/ui/class-names.ts';

/** Text truncated to one line, or to `lines`; if cut, the tooltip layer shows all of it. */
export function Truncated({ text, lines = 1, className }: { text: string; lines?: 1 | 2 | 3; className?: string }) {
  const cut = { 1: 'block truncate', 2: 'line-clamp-2', 3: 'line-clamp-3' }[lines];
  return (
    <span data-tooltip-cut="" dir="auto" className={classNames(cut, 'min-w-0', className)}>
      {text}
    </span>
  );
}
