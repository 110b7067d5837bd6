import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { totalOrder } from './list-order.ts';
import { countUpTo, type List, MOST_COUNTED, selectBoth, selectSlice } from './list-slice.ts';
import { searchSlice } from './search-slice.ts';
import { conditions } from './select.ts';
import type { Condition, Order, Served } from './served.ts';

export interface Page {
  rows: Stored[];
  number: number;
  size: number;
  /** Exact, or a lower bound if `isMinimum`. */
  count: number;
  isMinimum: boolean;
  hasNext: boolean;
}

/** Selects one page of a list with its count. `where` narrows it further, `order` precedes the query's own sort. */
export async function selectPage(
  served: Served,
  query: ListQuery,
  context: Context,
  where: readonly Condition[] = [],
  order: readonly Order[] = [],
): Promise<Page> {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const list: List = {
    served,
    context,
    where: [...conditions(served, query, context), ...where],
    first: served.first(query, context),
    order: totalOrder(served, query, order),
  };
  const offset = (number - 1) * size;
  // One extra row tells whether there is a next page, even if the count is a lower bound.
  const searched = (await searchSlice(list, offset, size + 1)) ?? (await selectBoth(list));
  const found = searched?.rows ?? (await selectSlice(list, offset, size + 1));
  const rows = found.slice(0, size);
  const hasNext = found.length > size;
  const end = offset + rows.length;
  const isEnd = !hasNext && (rows.length > 0 || number === 1) && end <= MOST_COUNTED;
  const count =
    searched?.count ??
    (isEnd ? end : undefined) ??
    (where.length === 0 ? await served.count(query, list.where, context) : undefined) ??
    (await countUpTo(list, MOST_COUNTED + 1, context.statements));
  return { rows, number, size, hasNext, count: Math.min(count, MOST_COUNTED), isMinimum: count > MOST_COUNTED };
}
