import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Resource } from '#contract/resource.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { EmptyState } from '#src/ui/feedback/placeholder.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { type AnyFilterSpec, filterLabel } from './filter-spec.ts';
import type { SearchProgress } from './local-search.ts';
import { IgnoredParametersNotice, RefreshFailedNotice } from './query-notices.tsx';
import type { List } from './use-list.ts';

interface ListCountProps {
  total: number | undefined;
  /** Number of records that are listed, if not all. */
  shown?: number | undefined;
  isMinimum?: boolean | undefined;
  /** What is counted, for screen readers. */
  children: ReactNode;
}

/** Number of records, as a live region; empty without a count. */
export function ListCount({ total, shown = total, isMinimum = false, children }: ListCountProps) {
  const { i18n } = useLingui();
  if (total === undefined) return <span role="status" />;
  const count = i18n.number(total) + (isMinimum ? '+' : '');
  return (
    <span role="status">
      {shown === total ? (
        count
      ) : (
        <Trans>
          {{ shown: i18n.number(shown ?? total) }} of {count}
        </Trans>
      )}
      <span className="sr-only"> {children}</span>
    </span>
  );
}

/** Notices above the rows: stale data, or a list that differs from what was requested. */
export function ListNotices<R extends Resource>({
  list,
  filters,
}: {
  list: List<R>;
  filters: readonly AnyFilterSpec[];
}) {
  const { state, result, rows, unsupported, search } = list;
  const { t, i18n } = useLingui();
  const pathname = useLocation().pathname;
  const wordsOf = (name: string) => filterLabel(i18n, filters.find((spec) => spec.name === name) ?? { name });
  const unsupportedWords = formatList(unsupported.map(wordsOf));
  return (
    <>
      {rows && <RefreshFailedNotice result={result} />}
      {search?.progress && <SearchNotice {...search.progress} />}
      {list.hasDrifted && (
        <Notice
          tone="warn"
          mark={t`List changed`}
          action={
            <Link to={pathname + state.pageSearch(1)} className={buttonClass({ size: 'small' })}>
              <Trans>Go to the first page</Trans>
            </Link>
          }
        >
          <Trans>The list changed since the previous page. Some rows may be missing or shown twice.</Trans>
        </Notice>
      )}
      <IgnoredParametersNotice leftOut={state.leftOut} />
      {unsupportedWords && (
        <Notice tone="warn" mark={t`Ignored`}>
          <Trans>This server doesn’t support these filters: {unsupportedWords}</Trans>
        </Notice>
      )}
    </>
  );
}

/** Progress of a search in the browser; afterwards, a warning if not every record was searched. */
function SearchNotice({ read, total, isReading, isWhole }: SearchProgress) {
  const { t, i18n } = useLingui();
  const [count, all] = [i18n.number(read), i18n.number(total ?? read)];
  if (isReading) {
    return (
      <div className="border-line border-b px-4 py-2">
        <Progress
          className="max-w-72"
          label={
            <Trans>
              Searched {count} of {all}
            </Trans>
          }
          value={read}
          max={Math.max(read, total ?? 0)}
        />
      </div>
    );
  }
  if (isWhole) return null;
  return (
    <Notice tone="warn" mark={t`Incomplete`}>
      <Trans>Only the first {count} were searched. Add a filter to narrow the results.</Trans>
    </Notice>
  );
}

/** Empty state of a list: why there are no rows, and what to do about it. */
export function ListEmptyState<R extends Resource>({
  list: { state, result },
  empty,
  actions,
}: {
  list: List<R>;
  empty: ReactNode;
  actions: ReactNode;
}) {
  const pathname = useLocation().pathname;
  const isFirst = (state.asked.page.number ?? 1) === 1;
  if (!isFirst || result.data?.hasNext) {
    const otherPage = (
      <Link to={pathname + state.pageSearch(isFirst ? 2 : 1)} className={buttonClass()}>
        {isFirst ? <Trans>Next page</Trans> : <Trans>Go to the first page</Trans>}
      </Link>
    );
    return (
      <EmptyState action={otherPage}>
        <Trans>Nothing on this page.</Trans>
      </EmptyState>
    );
  }
  if (Object.keys(state.filter).length > 0) {
    return (
      <EmptyState
        action={
          <Button onClick={state.clearFilters}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>No matches for these filters</Trans>
      </EmptyState>
    );
  }
  return <EmptyState action={actions}>{empty}</EmptyState>;
}
