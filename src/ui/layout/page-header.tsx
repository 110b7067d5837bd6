import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** Id of the heading that labels the page's main region. */
export const PAGE_TITLE_ID = 'page-title';

/** The page's only bar: title, then actions. */
export function PageHeader({
  title,
  back,
  aside,
  className,
  children,
}: {
  title: ReactNode;
  /** A back link before the title. */
  back?: ReactNode;
  /** Directly after the title: a count, a status, "as of". */
  aside?: ReactNode;
  className?: string | undefined;
  /** The page's actions, at the end. */
  children?: ReactNode;
}) {
  return (
    // The actions wrap below if even a shortened title leaves no room for them.
    <header
      className={classNames(
        // Leaves room for the help button at the end.
        'flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1 md:pe-12',
        className,
      )}
    >
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

/** Class of a tab: an `<a>` (or the router's Link), with `aria-current="page"` on the current one. */
export const tabClass =
  'ring-inside relative inline-flex items-center gap-1.5 whitespace-nowrap px-2 text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 aria-[current]:after:bg-ink';

/** Views of the same thing as links, so that each has a URL. In a narrow window, the row fades where it scrolls. */
export function Tabs({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className={classNames(
        'fading-end flex min-h-10 shrink-0 overflow-x-auto ps-2 md:pe-2 [scrollbar-width:none]',
        className,
      )}
    >
      {children}
    </nav>
  );
}

/** Count shown in a tab. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className="font-normal text-faint text-sm">{children}</span>;
}

/** A row of controls below the page header: filters, or bulk actions. */
export function Toolbar({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form; these act at once.
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

/**
 * Class of a bar of up to three buttons: in a narrow window, large and side by side in reach of a thumb. The last is
 * the main one, and the widest.
 */
export const thumbBarClass =
  'thumb-bar max-md:flex max-md:shrink-0 max-md:gap-2 max-md:border-line max-md:border-t max-md:bg-raised max-md:px-3 max-md:py-2 low:py-1 max-md:*:h-thumb max-md:*:min-w-0 max-md:*:flex-1 max-md:*:last:grow-[1.5] max-md:*:text-lg';
