import { type ListQuery, parseListQuery } from '#contract/list-query.ts';

export type ReviewTab = 'in_review' | 'approved' | 'rejected' | 'all';

/** State of the queue as stored in the URL: the tab, and the list query. */
export interface ReviewAddress {
  tab: ReviewTab;
  query: ListQuery;
}

const STATES = ['in_review', 'approved', 'rejected'] as const;

/** Parses the query string of `/review`. Without a state or a sort order it is “In review”. */
export function readReviewAddress(search: string): ReviewAddress {
  const { query } = parseListQuery(search);
  const state = STATES.find((name) => query.filter[name] === '1');
  return { tab: state ?? (query.sort.length > 0 ? 'all' : 'in_review'), query };
}

/** The filters that are not tabs. */
export function otherFilters(filter: ListQuery['filter']): ListQuery['filter'] {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !STATES.some((state) => state === name)));
}

/** The list query of another tab, keeping all other filters. */
export function tabQuery({ query }: ReviewAddress, tab: ReviewTab): Partial<ListQuery> {
  const filter = otherFilters(query.filter);
  if (tab === 'all') return { filter, sort: ['-created_at_unix'] };
  if (tab === 'in_review') return { filter: { ...filter, in_review: '1' } };
  return { filter: { ...filter, [tab]: '1' }, sort: ['-resolved_time_unix'] };
}
