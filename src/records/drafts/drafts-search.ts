import { drafts } from '#contract/drafts.ts';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import { filterOffer, lacks } from '#src/api/offers/offers.ts';

type Filters = ListQuery['filter'];

/** Whether the tenant is known not to support a filter of drafts. */
export const lacksFilter = (name: string): boolean => lacks(filterOffer(drafts.type, name));

/** Query string of a page of drafts, without unsupported filters. */
export const draftsSearch = (query: Partial<ListQuery>): string =>
  formatListQuery({ ...query, filter: filtersWithout(query.filter, lacksFilter) });

/** The filters except those for which `isOut` is true. */
export const filtersWithout = (filter: Filters = {}, isOut: (name: string) => boolean): Filters =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !isOut(name)));
