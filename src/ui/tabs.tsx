import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Class of a tab: an `<a>` (or the router's Link), with `aria-current="page"` on the current one. */
export const tabClass =
  'ring-inside relative inline-flex items-center gap-1.5 whitespace-nowrap px-2 text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 aria-[current]:after:bg-ink';

/** Views of the same thing as links, so that each has a URL. */
export function Tabs({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className={classNames('flex min-h-10 shrink-0 overflow-x-auto px-2 [scrollbar-width:none]', className)}
    >
      {children}
    </nav>
  );
}

/** Count shown in a tab. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className="font-normal text-faint text-sm">{children}</span>;
}
