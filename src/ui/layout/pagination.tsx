import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';

/** Props that a page link must take. */
interface PageLinkLook {
  className: string;
  'aria-label': string;
  'aria-current'?: 'page';
  rel?: 'prev' | 'next';
  children: ReactNode;
}

export interface PaginationProps {
  /** The current page, from 1. */
  page: number;
  /** Records per page. */
  size: number;
  /** Records on this page. */
  shown: number;
  /** Records on all pages; omitted if unknown. */
  total?: number | undefined;
  /** There may be more than `total`. */
  atLeast?: boolean | undefined;
  /** Whether there is a next page. */
  hasNext: boolean;
  /** Renders the link to a page, such as `(page, look) => <Link to={…} {...look} />`. */
  pageLink: (page: number, look: PageLinkLook) => ReactNode;
  onSize?: (size: number) => void;
}

const sizes = [25, 50, 100];

/** The range of records shown, their total, and links to the other pages. */
export function Pagination(props: PaginationProps) {
  const { page, size, total, atLeast, hasNext, onSize } = props;
  const { t, i18n } = useLingui();
  const known = total !== undefined && !atLeast;
  const last = known ? Math.max(1, Math.ceil(total / size)) : undefined;
  return (
    <nav
      aria-label={t`Pagination`}
      className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 text-muted"
    >
      <Range {...props} />
      {onSize && (
        <label className="flex items-baseline gap-2">
          <span className="max-sm:sr-only">
            <Trans>Rows</Trans>
          </span>
          <select
            value={size}
            onChange={(event) => onSize(Number(event.target.value))}
            className="rounded-box border border-transparent bg-transparent py-0.5 hover:bg-hover hover:text-ink"
          >
            {[...new Set([...sizes, size])]
              .sort((a, b) => a - b)
              .map((one) => (
                <option key={one} value={one}>
                  {i18n.number(one)}
                </option>
              ))}
          </select>
        </label>
      )}
      {(page > 1 || hasNext) && (
        <div className="ms-auto flex items-center gap-1">
          <Step {...props} to={page - 1} open={page > 1} rel="prev" label={t`Previous page`} />
          {last !== undefined && <Numbers {...props} last={last} />}
          <Step {...props} to={page + 1} open={hasNext} rel="next" label={t`Next page`} />
        </div>
      )}
    </nav>
  );
}

function Range({ page, size, shown, total, atLeast }: PaginationProps) {
  const { i18n } = useLingui();
  const asked = (page - 1) * size + shown;
  // The last page does not tell that the server's pages are smaller than requested.
  const ends = total === undefined || atLeast ? asked : Math.min(asked, total);
  const [first, end] = [i18n.number(ends - shown + 1), i18n.number(ends)];
  if (total === 0) return null;
  if (shown === 0) return <Trans>No rows on this page</Trans>;
  if (total === undefined) return <Trans>{`${first}–${end}`}</Trans>;
  return (
    <span>
      <Trans>
        {first}–{end} of {{ all: i18n.number(total) + (atLeast ? '+' : '') }}
      </Trans>
    </span>
  );
}

interface StepProps extends PaginationProps {
  to: number;
  open: boolean;
  rel: 'prev' | 'next';
  label: string;
}

function Step({ to, open, rel, label, pageLink }: StepProps) {
  const Arrow = rel === 'prev' ? ChevronLeft : ChevronRight;
  const arrow = <Arrow aria-hidden="true" className="size-4 rtl:rotate-180" />;
  const className = buttonClass({ kind: 'quiet', square: true });
  if (open) return pageLink(to, { className, 'aria-label': label, rel, children: arrow });
  return (
    <span aria-hidden="true" className={classNames(className, 'pointer-events-none opacity-40')}>
      {arrow}
    </span>
  );
}

function Numbers({ page, last, pageLink }: PaginationProps & { last: number }) {
  const { t, i18n } = useLingui();
  return (
    <span className="flex items-center gap-1 max-sm:hidden">
      {pagesInSight(page, last).map((one, at, all) => (
        <span key={one} className="flex items-center gap-1">
          {at > 0 && one - (all[at - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          {pageLink(one, {
            className: classNames(
              buttonClass({ kind: 'quiet' }),
              'min-w-control px-1.5 font-normal aria-[current]:bg-selected aria-[current]:text-ink',
            ),
            'aria-label': t`Page ${i18n.number(one)}`,
            ...(one === page && { 'aria-current': 'page' as const }),
            children: i18n.number(one),
          })}
        </span>
      ))}
    </span>
  );
}

/** Page numbers with a link: the first, the last, and those around the current page. */
function pagesInSight(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last];
  return [...new Set(wanted.filter((one) => one >= 1 && one <= last))].sort((a, b) => a - b);
}
