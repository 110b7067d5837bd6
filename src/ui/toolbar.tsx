import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A row of controls below the page header: filters, or bulk actions. */
export function Toolbar({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser lays out a fieldset as a flex row.
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5',
        className,
      )}
    >
      {children}
    </div>
  );
}
