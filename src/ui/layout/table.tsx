import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { classNames } from '#src/ui/class-names.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';

/** A link in a row's first cell whose click target covers the row; other controls of the row lie above it. */
export const rowLinkClass =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2';

/** A table of records. Needs an `aria-label`, and a scrolling parent. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={classNames('w-full text-start', className)} />;
}

/** A sticky header row. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    // Focusing controls in the sticky head must not scroll the body.
    <thead className="low:static sticky top-0 z-10 bg-surface **:-scroll-mt-8 low:**:scroll-mt-0">
      <tr>{children}</tr>
    </thead>
  );
}

const headClass = 'h-8 whitespace-nowrap border-line border-b px-2 font-medium text-muted text-sm first:ps-4 last:pe-4';

interface HeadCellProps extends ComponentProps<'th'> {
  /** A numeric column, aligned to the end. */
  numeric?: boolean;
  /** Content after the label, such as a resize handle. */
  after?: ReactNode;
}

export function HeadCell({ numeric, after, className, children, ...rest }: HeadCellProps) {
  return (
    <th scope="col" {...rest} className={classNames(headClass, numeric ? 'text-end' : 'text-start', className)}>
      {children}
      {after}
    </th>
  );
}

interface SortCellProps extends Omit<HeadCellProps, 'aria-sort'> {
  /** Current sort order by this column; undefined if it is not sorted by it. */
  sorted: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

/** A column header that sorts the table and announces the new order. */
export function SortCell({ sorted, onSort, numeric, after, className, children, ...rest }: SortCellProps) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(sorted);
  useAfterChange(sorted ?? 'none', () => {
    if (before.current === sorted) return;
    before.current = sorted;
    const name = button.current?.textContent;
    if (document.activeElement !== button.current) return;
    if (!sorted) announce(t`No longer sorted by ${name}`);
    else announce(sorted === 'ascending' ? t`Sorted by ${name}, ascending` : t`Sorted by ${name}, descending`);
  });
  const Arrow = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th {...rest} scope="col" aria-sort={sorted} className={classNames(headClass, className)}>
      <button
        ref={button}
        type="button"
        onClick={onSort}
        className={classNames(
          '-mx-1 flex min-h-6 max-w-[calc(100%+0.5rem)] items-center gap-1 rounded-box px-1 hover:text-ink',
          numeric && 'ms-auto flex-row-reverse',
          sorted && 'text-ink',
        )}
      >
        <span className="truncate">{children}</span>
        <Arrow aria-hidden="true" className={classNames('size-3.5 shrink-0', !sorted && 'text-faint')} />
      </button>
      {after}
    </th>
  );
}

interface RowProps extends ComponentProps<'tr'> {
  /** Selected for a bulk action. */
  selected?: boolean;
  /** The open row, or the one with keyboard focus. */
  current?: boolean;
}

export function Row({ selected, current, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      aria-current={current || undefined}
      className={classNames('row h-row', className)}
    />
  );
}

interface CellProps extends ComponentProps<'td'> {
  numeric?: boolean;
}

export function Cell({ numeric, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames('border-line border-b px-2 py-1 first:ps-4 last:pe-4', numeric && 'text-end', className)}
    />
  );
}
