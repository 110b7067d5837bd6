import type { ReactNode } from 'react';

/** The one bar of a page: where we are, then what can be done here. */
export function PageHeader({
  title,
  back,
  aside,
  children,
}: {
  title: ReactNode;
  /** A link back, in front of the title. */
  back?: ReactNode;
  /** Directly behind the title: a count, a status, "as of". */
  aside?: ReactNode;
  /** The page's actions, at the end. */
  children?: ReactNode;
}) {
  return (
    <header className="flex min-h-bar shrink-0 items-center gap-3 border-line border-b px-4 py-1">
      {back}
      <h1 data-tooltip-cut="" className="min-w-0 truncate font-semibold">
        {title}
      </h1>
      {/* Gives way before the title does, down to its longest word. */}
      {aside && <div className="flex shrink-999 items-center gap-2 text-muted text-sm">{aside}</div>}
      {children && <div className="ms-auto flex shrink-0 items-center gap-2">{children}</div>}
    </header>
  );
}
