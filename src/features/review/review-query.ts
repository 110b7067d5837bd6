import { type ListQuery, parseListQuery } from '#contract/list-query.ts';

export type ReviewTab = 'in_review' | 'approved' | 'rejected' | 'all';

/** The queue as its address says: the tab, and the query without what the tab stands for. */
export interface ReviewAddress {
  tab: ReviewTab;
  query: ListQuery;
}

const STATES = ['in_review', 'approved', 'rejected'] as const;

/** Reads the query part of `/review`: without a state and an order it is what waits for a decision. */
export function readReviewAddress(search: string): ReviewAddress {
  const { query } = parseListQuery(search);
  const state = STATES.find((name) => query.filter[name] === '1');
  return { tab: state ?? (query.sort.length > 0 ? 'all' : 'in_review'), query };
}

/** The filters that no tab stands for. */
export function otherFilters(filter: ListQuery['filter']): ListQuery['filter'] {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !STATES.some((state) => state === name)));
}

/** The address of a tab that keeps every other filter. */
export function tabQuery({ query }: ReviewAddress, tab: ReviewTab): Partial<ListQuery> {
  const filter = otherFilters(query.filter);
  if (tab === 'all') return { filter, sort: ['-created_at_unix'] };
  if (tab === 'in_review') return { filter: { ...filter, in_review: '1' } };
  return { filter: { ...filter, [tab]: '1' }, sort: ['-resolved_time_unix'] };
}
