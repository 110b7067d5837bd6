import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useState } from 'react';
import { formatListQuery } from '#contract/list-query.ts';
import { DRAFT_TAB_FILTERS, tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { currentSearch, navigate } from '#src/lib/router.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { FilterBar } from '#src/list/filter-bar.tsx';
import { focusSearch } from '#src/list/text-filter.tsx';
import { useListState } from '#src/list/use-list-query.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Select } from '#src/ui/form/input.tsx';
import { PageHeader, Tabs, tabClass } from '#src/ui/layout/page-header.tsx';
import { explainBlockedAction, QueueCount, RecentButton } from '../review-queue/lazy-components.ts';
import { reviewFilters } from '../review-queue/review-filters.ts';
import { draftsOfTab, type ReviewAddress, readReviewAddress, serviceFilter } from '../review-queue/review-query.ts';

interface ReviewHeaderProps {
  address: ReviewAddress;
  /** Query string of the same URL. */
  search: string;
}

/** Header of the queue: count with its time, tabs, sort order, filters. */
export const ReviewHeader = memo(function ReviewHeader({ address, search }: ReviewHeaderProps) {
  const { t } = useLingui();
  const { query, tab } = address;
  const resource = draftsOfTab(tab);
  const state = useListState(resource, search, undefined, DRAFT_TAB_FILTERS);
  const isFirstScreen = useInitialRender();
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    // A narrow window shows the header only above the list.
    '/': () => focusSearch(() => setOpen(true)) || void explainBlockedAction(undefined, 'search'),
  });
  const hidden = isOpen ? undefined : 'max-md:hidden';
  const tabs: [tab: ReviewAddress['tab'], label: string][] = [
    ['in_review', t`In review`],
    ['approved', t`Approved`],
    ['rejected', t`Rejected`],
    ['all', t`All`],
  ];
  const isInReview = tab === 'in_review';
  const orders = [
    ...(isInReview ? [['', t`Most urgent`]] : []),
    ['created_at_unix', t`Oldest first`],
    ['-created_at_unix', t`Newest first`],
    ...(isInReview ? [] : [['-resolved_time_unix', t`Latest decision`]]),
  ];
  const sort = query.sort.join() || (isInReview ? '' : 'created_at_unix');
  if (!orders.some(([value]) => value === sort)) orders.push([sort, t`Custom order`]);
  return (
    <>
      <PageHeader
        title={<Trans>Review</Trans>}
        className={isOpen ? undefined : 'max-md:sr-only max-md:min-h-0'}
        aside={!isFirstScreen && <QueueCount />}
      >
        <span className={hidden}>{!isFirstScreen && <RecentButton />}</span>
        <Select
          aria-label={t`Order`}
          className={classNames('w-40 max-sm:w-34', hidden)}
          value={sort}
          onChange={({ target }) => {
            // An address with an order but no state is that of the tab “All”.
            const sort = target.value ? [target.value] : [];
            const { filter } = readReviewAddress(currentSearch()).query;
            void navigate({ search: formatListQuery({ ...tabQuery(tab, filter), sort }) });
          }}
        >
          {orders.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </PageHeader>
      <FilterBar
        resource={resource}
        filters={reviewFilters}
        isOpen={isOpen}
        onOpen={setOpen}
        isSlim
        before={
          <Tabs
            label={t`State`}
            className="-ms-4 max-md:order-first max-md:min-w-0 max-md:shrink max-md:grow max-md:basis-[calc(100%-4rem)] max-md:min-h-11 self-stretch md:-my-1.5"
          >
            {tabs.map(([name, label]) => (
              <StaticLink
                key={name}
                to={(search) => tabPath(name, readReviewAddress(search))}
                search={search}
                aria-current={tab === name ? 'page' : undefined}
                className={tabClass}
              >
                {label}
              </StaticLink>
            ))}
          </Tabs>
        }
        state={state}
      />
    </>
  );
});

function tabPath(tab: ReviewAddress['tab'], { query: { filter } }: ReviewAddress): string {
  return paths.review(tabQuery(tab, tab === 'in_review' ? filter : serviceFilter(filter)));
}
