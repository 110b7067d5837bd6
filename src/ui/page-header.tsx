import type { ReactNode } from 'react';

/** Id of the heading that labels the page's main region. */
export const PAGE_TITLE_ID = 'page-title';

/** The page's only bar: title, then actions. */
export function PageHeader({
  title,
  back,
  aside,
  children,
}: {
  title: ReactNode;
  /** A back link before the title. */
  back?: ReactNode;
  /** Directly after the title: a count, a status, "as of". */
  aside?: ReactNode;
  /** The page's actions, at the end. */
  children?: ReactNode;
}) {
  return (
    // The actions wrap below if even a shortened title leaves no room for them.
    <header className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1">
      {back}
      <h1
        id={PAGE_TITLE_ID}
        data-tooltip-cut=""
        dir="auto"
        className="min-w-0 max-w-max grow-999 basis-20 truncate font-semibold"
      >
        {title}
      </h1>
      {/* Shrinks before the title does. */}
      {aside && <div className="flex max-w-max grow basis-16 items-center gap-2 text-muted text-sm">{aside}</div>}
      {children && <div className="ms-auto flex shrink-0 items-center gap-2">{children}</div>}
    </header>
  );
}
