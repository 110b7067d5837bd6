import { classNames } from './class-names.ts';

/** Spinner inside the button that was pressed; used nowhere else. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={classNames('size-4 motion-safe:animate-spin', className)}>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="24 14" />
    </svg>
  );
}
