import type { ListQuery } from '#contract/list-query.ts';
import { omitFilters } from '#src/list/list-address.ts';

/** Filters that the tabs of a list of drafts set. */
export const DRAFT_TAB_FILTERS = ['in_review', 'approved', 'rejected'] as const;

/** `Initial` is the tab of a query that has neither a state nor a sort order. */
export type DraftsTab<Initial extends string> = (typeof DRAFT_TAB_FILTERS)[number] | 'all' | Initial;

/** The tab of a list's query. */
export const tabOf = <Initial extends string>({ filter, sort }: ListQuery, initial: Initial): DraftsTab<Initial> =>
  DRAFT_TAB_FILTERS.find((name) => filter[name] === '1') ?? (sort.length > 0 ? 'all' : initial);

/** The list query that a tab puts into the URL, with the filters that are not tabs. */
export function tabQuery(tab: DraftsTab<string>, filter: ListQuery['filter'] = {}): Partial<ListQuery> {
  const others = otherFilters(filter);
  if (tab === 'all') return { filter: others, sort: ['-created_at_unix'] };
  if (!isTabFilter(tab)) return { filter: others };
  return { filter: { ...others, [tab]: '1' }, sort: tab === 'in_review' ? [] : ['-resolved_time_unix'] };
}

/** The filters that are not tabs. */
export const otherFilters = (filter: ListQuery['filter']) => omitFilters(filter, DRAFT_TAB_FILTERS);

const isTabFilter = (name: string) => DRAFT_TAB_FILTERS.some((state) => state === name);
