import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A row of controls under the bar: filters, or the actions for what is selected. */
export function Toolbar({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not be laid out as a flex row in every browser.
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
