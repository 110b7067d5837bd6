import { drafts } from '#contract/drafts.ts';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { type DraftsTab, tabOf } from '#src/domain/drafts/drafts-address.ts';
import { type ListAddress, parseListAddress } from '#src/list/list-address.ts';

/** State of the queue as stored in the URL: the tab, and the list query. */
export interface ReviewAddress extends Pick<ListAddress, 'leftOut'> {
  tab: DraftsTab<'in_review'>;
  query: ListQuery;
}

/** The filter “Needs a closer look”. Client-side: the checks run in the browser, so the service cannot apply it. */
export const CLOSER_LOOK = 'closer_look';

/** The drafts resource with the filters of “In review”: those of the service, and the client-side one. */
export const queuedDrafts = { ...drafts, filters: { ...drafts.filters, [CLOSER_LOOK]: { kind: 'flag' } } } as const;

/** The filters that a tab offers: decided drafts are not checked. */
export const draftsOfTab = (tab: ReviewAddress['tab']) => (tab === 'in_review' ? queuedDrafts : drafts);

/** Parses the query string of `/review`. Without a state or a sort order, the tab is “In review”. */
export function readReviewAddress(search: string): ReviewAddress {
  const tab = tabOf(parseListAddress(queuedDrafts, search).asked, 'in_review');
  const { asked: query, leftOut } = parseListAddress(draftsOfTab(tab), search);
  return { tab, query, leftOut };
}

/** Whether the list is filtered to drafts with findings. */
export const isCloserLook = ({ query }: ReviewAddress): boolean => CLOSER_LOOK in query.filter;

/** The filters of a query without the client-side one. */
export const serviceFilter = ({ [CLOSER_LOOK]: _, ...filter }: ListQuery['filter']): ListQuery['filter'] => filter;

/** The list request of a queue, without the page. */
export function queueListQuery({ tab, query }: ReviewAddress): Partial<ListQuery> {
  const filter = serviceFilter(query.filter);
  return {
    filter: tab === 'in_review' ? { ...filter, in_review: '1' } : filter,
    sort: query.sort.length > 0 ? query.sort : ['created_at_unix'],
    include: ['room', 'created_user'],
  };
}

/** The list request of one page of a queue. */
export const queuePageQuery = (address: ReviewAddress, number: number): Partial<ListQuery> => ({
  ...queueListQuery(address),
  page: { number, size: PAGE_SIZE.most },
});
