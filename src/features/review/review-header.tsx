import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { FilterBar } from '#src/crud/filter-bar.tsx';
import { useListState } from '#src/crud/use-list-query.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Select } from '#src/ui/select.tsx';
import { Tabs, tabClass } from '#src/ui/tabs.tsx';
import type { QueueNews } from './queue/use-queue-news.ts';
import { useSaidNews } from './queue/use-said-news.ts';
import { ReviewFilter } from './review-filter.tsx';
import { reviewFilters } from './review-filters.ts';
import { otherFilters, type ReviewAddress, type ReviewTab, tabQuery } from './review-query.ts';

interface ReviewHeaderProps {
  address: ReviewAddress;
  /** Query string of the same URL. */
  search: string;
  news: QueueNews;
}

/** Header of the queue: count and its time, tabs, sort order, filters. */
export const ReviewHeader = memo(function ReviewHeader({ address, search, news }: ReviewHeaderProps) {
  const { t, i18n } = useLingui();
  const { query, tab } = address;
  const state = useListState(drafts, search);
  useSaidNews(address, news);
  const setSort = (sort: string) =>
    void navigate(paths.review({ ...query, page: {}, sort: sort ? [sort] : [] }), { replace: true });
  const atLeast = i18n.number(news.total ?? 0);
  const time = i18n.date(new Date(news.asOf), { timeStyle: 'medium' });
  return (
    <>
      <PageHeader
        title={<Trans>Review</Trans>}
        aside={
          <>
            {news.total !== undefined &&
              (news.isTotalMinimum ? (
                <Trans>{atLeast}+ drafts</Trans>
              ) : (
                <Plural value={news.total} one="# draft" other="# drafts" />
              ))}{' '}
            {news.asOf > 0 && <Trans>as of {time}</Trans>}
          </>
        }
      >
        <Select
          aria-label={t`Order`}
          className="w-40 max-sm:w-34"
          value={query.sort.join(',')}
          onChange={(event) => setSort(event.target.value)}
        >
          {tab === 'in_review' && <option value="">{t`Most urgent`}</option>}
          <option value="created_at_unix">{t`Oldest first`}</option>
          <option value="-created_at_unix">{t`Newest first`}</option>
          {tab !== 'in_review' && <option value="-resolved_time_unix">{t`Latest decision`}</option>}
        </Select>
      </PageHeader>
      <FilterBar
        resource={drafts}
        filters={reviewFilters}
        Control={ReviewFilter}
        before={
          <Tabs label={t`State`} className="-ms-4 -mt-1.5 self-stretch md:-mb-1.5">
            <Tab address={address} tab="in_review">
              <Trans>In review</Trans>
            </Tab>
            <Tab address={address} tab="approved">
              <Trans>Approved</Trans>
            </Tab>
            <Tab address={address} tab="rejected">
              <Trans>Rejected</Trans>
            </Tab>
            <Tab address={address} tab="all">
              <Trans>All</Trans>
            </Tab>
          </Tabs>
        }
        state={{
          ...state,
          asked: { ...state.asked, filter: otherFilters(state.asked.filter) },
          clearFilters: () => void navigate(paths.review(tabQuery({ tab, query: { ...query, filter: {} } }, tab))),
        }}
      />
    </>
  );
});

function Tab({ address, tab, children }: { address: ReviewAddress; tab: ReviewTab; children: ReactNode }) {
  return (
    <Link
      to={paths.review(tabQuery(address, tab))}
      aria-current={address.tab === tab ? 'page' : undefined}
      className={tabClass}
    >
      {children}
    </Link>
  );
}
