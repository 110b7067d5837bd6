import { drafts } from '#contract/drafts.ts';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import { filterOffer, lacks } from '#src/api/offers/offers.ts';

type Filters = ListQuery['filter'];

/** Whether the tenant is known not to filter drafts by a name. */
export const lacksFilter = (name: string): boolean => lacks(filterOffer(drafts.type, name));

/** The query of a page of drafts as it goes to the tenant: without filters that it lacks. */
export const draftsSearch = (query: Partial<ListQuery>): string =>
  formatListQuery({ ...query, filter: filtersWithout(query.filter, lacksFilter) });

/** The filters without those of certain names. */
export const filtersWithout = (filter: Filters = {}, isOut: (name: string) => boolean): Filters =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !isOut(name)));
