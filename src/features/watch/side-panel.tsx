import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface SidePanelProps {
  label: string;
  /** Beside the table; otherwise over its inline end, in windows too narrow for both. */
  isBeside: boolean;
  children: ReactNode;
}

export function SidePanel({ label, isBeside, children }: SidePanelProps) {
  return (
    <aside
      aria-label={label}
      className={classNames(
        'flex w-104 min-w-0 shrink-0 flex-col border-line border-x',
        !isBeside && 'floating absolute inset-y-0 end-0 z-20 max-w-full rounded-none!',
      )}
    >
      {children}
    </aside>
  );
}
