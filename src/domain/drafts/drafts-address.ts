import type { ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { type ListAddress, omitFilters, parseListAddress } from '#src/list/list-address.ts';

/** Filters that the tabs of a list of drafts set. */
export const DRAFT_TAB_FILTERS = ['in_review', 'approved', 'rejected'] as const;

/** `Initial` is the tab of a URL that has neither a state nor a sort order. */
export type DraftsTab<Initial extends string> = (typeof DRAFT_TAB_FILTERS)[number] | 'all' | Initial;

/** A list of drafts as stored in the URL. */
export interface DraftsAddress<Initial extends string> extends Pick<ListAddress, 'leftOut'> {
  tab: DraftsTab<Initial>;
  query: ListQuery;
}

/** Reads the address of a list of `resource`: drafts with the filters that its page has. */
export function readDraftsAddress<Initial extends string>(
  resource: Resource,
  search: string,
  initial: Initial,
): DraftsAddress<Initial> {
  const { asked: query, leftOut } = parseListAddress(resource, search);
  const state = DRAFT_TAB_FILTERS.find((name) => query.filter[name] === '1');
  return { tab: state ?? (query.sort.length > 0 ? 'all' : initial), query, leftOut };
}

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
