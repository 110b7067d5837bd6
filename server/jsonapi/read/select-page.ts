import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { StoredRow } from '../column.ts';
import type { Condition, Order } from '../hooks.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { filterConditions } from './filter.ts';
import { totalOrder } from './list-order.ts';
import { countUpTo, type List, maxExactCount, selectCached, selectSlice } from './list-slice.ts';
import { selectSearchSlice } from './search-slice.ts';
import { scopeConditions } from './select.ts';

/** Skipping this many rows takes longer than any deadline, and far larger numbers do not fit into an offset. */
const MAX_OFFSET = 1_000_000_000;

export interface Page {
  rows: StoredRow[];
  number: number;
  size: number;
  /** Exact, or a lower bound if `isMinimum`. */
  count: number;
  isMinimum: boolean;
  hasNext: boolean;
}

/** Selects one page of a list with its count. `where` narrows it further, `order` precedes the query's own sort. */
export async function selectPage(
  config: ResourceConfig,
  query: ListQuery,
  context: Context,
  where: readonly Condition[] = [],
  order: readonly Order[] = [],
): Promise<Page> {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const narrowing = [...filterConditions(config, query.filter, context), ...where];
  const list: List = {
    config,
    context,
    where: [...scopeConditions(config, context), ...narrowing],
    narrowing,
    first: config.first(query, context),
    order: totalOrder(config, query, order),
    fields: query.fields,
  };
  const offset = (number - 1) * size;
  // One extra row shows whether there is a next page, even if the count is a lower bound.
  const part = offset > MAX_OFFSET ? ([0, 0] as const) : ([offset, size + 1] as const);
  const searched = (await selectSearchSlice(list, ...part)) ?? (await selectCached(list));
  const { found, rows: all } = searched ?? (await selectSlice(list, ...part));
  const rows = all.slice(0, size);
  const hasNext = found > size;
  const end = offset + rows.length;
  const max = maxExactCount(list);
  const isEnd = !hasNext && (rows.length > 0 || number === 1) && end <= max;
  const count =
    searched?.count ??
    (isEnd ? end : undefined) ??
    (where.length === 0 ? await config.count(query, list.where, context) : undefined) ??
    (await countUpTo(list, max + 1, context.statements));
  return { rows, number, size, hasNext, count: Math.min(count, max), isMinimum: count > max };
}
