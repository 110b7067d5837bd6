import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Resource } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { List } from './use-list.ts';

/** Empty state of a list: why there are no rows, and what to do about it. */
export function NothingHere<R extends Resource>({
  list: { state },
  empty,
  actions,
}: {
  list: List<R>;
  empty: ReactNode;
  actions: ReactNode;
}) {
  const pathname = useLocation().pathname;
  if ((state.asked.page.number ?? 1) > 1) {
    const firstPage = (
      <Link to={pathname + state.pageSearch(1)} className={buttonClass()}>
        <Trans>Go to the first page</Trans>
      </Link>
    );
    return (
      <EmptyState action={firstPage}>
        <Trans>The list ends before this page.</Trans>
      </EmptyState>
    );
  }
  if (Object.keys(state.asked.filter).length > 0) {
    return (
      <EmptyState
        action={
          <Button onClick={state.clearFilters}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Nothing matches these filters.</Trans>
      </EmptyState>
    );
  }
  return <EmptyState action={actions}>{empty}</EmptyState>;
}
