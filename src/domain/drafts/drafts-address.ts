import { type ListQuery, parseListQuery } from '#contract/list-query.ts';

/** Filters that the tabs of a list of drafts set. */
export const TAB_FILTERS = ['in_review', 'approved', 'rejected'] as const;

/** `Initial` is the tab of a URL that has neither a state nor a sort order. */
export type DraftsTab<Initial extends string> = (typeof TAB_FILTERS)[number] | 'all' | Initial;

/** A list of drafts as stored in the URL. */
export interface DraftsAddress<Initial extends string> {
  tab: DraftsTab<Initial>;
  query: ListQuery;
}

export function readDraftsAddress<Initial extends string>(search: string, initial: Initial): DraftsAddress<Initial> {
  const { query } = parseListQuery(search);
  const state = TAB_FILTERS.find((name) => query.filter[name] === '1');
  return { tab: state ?? (query.sort.length > 0 ? 'all' : initial), query };
}

/** The list query that a tab puts into the URL, with the filters that are not tabs. */
export function tabQuery(tab: DraftsTab<string>, filter: ListQuery['filter'] = {}): Partial<ListQuery> {
  const others = otherFilters(filter);
  if (tab === 'all') return { filter: others, sort: ['-created_at_unix'] };
  if (!isTabFilter(tab)) return { filter: others };
  return { filter: { ...others, [tab]: '1' }, sort: tab === 'in_review' ? [] : ['-resolved_time_unix'] };
}

/** The filters that are not tabs. */
export const otherFilters = (filter: ListQuery['filter']): ListQuery['filter'] =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !isTabFilter(name)));

const isTabFilter = (name: string) => TAB_FILTERS.some((state) => state === name);
