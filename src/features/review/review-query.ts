import { drafts } from '#contract/drafts.ts';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { type DraftsAddress, readDraftsAddress } from '#src/domain/drafts/drafts-address.ts';

/** State of the queue as stored in the URL: the tab, and the list query. */
export type ReviewAddress = DraftsAddress<'in_review'>;

/** The filter “Needs a closer look”, which the service does not know: what the checks found is known here alone. */
export const CLOSER_LOOK = 'closer_look';

/** Drafts with the filters of the queue: those of the service, and our own. */
export const queuedDrafts = { ...drafts, filters: { ...drafts.filters, [CLOSER_LOOK]: { kind: 'flag' } } } as const;

/** Parses the query string of `/review`. Without a state or a sort order it is “In review”. */
export const readReviewAddress = (search: string): ReviewAddress =>
  readDraftsAddress(queuedDrafts, search, 'in_review');

/** Whether only drafts with findings are wanted. */
export const isCloserLook = ({ query }: ReviewAddress): boolean => CLOSER_LOOK in query.filter;

/** The filters of a query that the service knows. */
export const serviceFilter = ({ [CLOSER_LOOK]: _, ...filter }: ListQuery['filter']): ListQuery['filter'] => filter;

/** The list request of a queue, without the page. */
export function queueBase({ tab, query }: ReviewAddress): Partial<ListQuery> {
  const filter = serviceFilter(query.filter);
  return {
    filter: tab === 'in_review' ? { ...filter, in_review: '1' } : filter,
    sort: query.sort.length > 0 ? query.sort : ['created_at_unix'],
    include: ['room', 'created_user'],
  };
}

/** The list request of one page of a queue. */
export const queuePage = (address: ReviewAddress, number: number): Partial<ListQuery> => ({
  ...queueBase(address),
  page: { number, size: PAGE_SIZE.most },
});
