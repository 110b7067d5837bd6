import type { SelectQueryBuilder } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { Order } from '../hooks.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { column } from './select.ts';

/** Returns a list's total order: the hook's order, then `given`, the query's sort, and the id as tie-breaker. */
export function totalOrder(config: ResourceConfig, query: ListQuery, given: readonly Order[]): Order[] {
  const order = [...config.order(query), ...given];
  const directions = new Map<string, Order['direction']>();
  for (const item of query.sort) {
    const name = item.replace(/^-/, '');
    // A repeated sort field has no effect.
    if (!directions.has(name)) directions.set(name, item.startsWith('-') ? 'desc' : 'asc');
  }
  for (const [name, direction] of directions) {
    const sortColumn = config.columns[name];
    const by = column(config, sortColumn?.normalized ?? sortColumn?.name ?? name);
    // The normalized form of a null text is empty, never null.
    const isNullable =
      (!sortColumn?.normalized && config.resource.attributes[name]?.nullable === true) ||
      config.resource.sorts.includes(name);
    order.push({ by, direction, isNullable });
  }
  // The id follows the direction of the last sort field, so that one index serves both directions.
  if (!directions.has('id')) order.push({ by: column(config, 'id'), direction: order.at(-1)?.direction ?? 'asc' });
  return order;
}

/** Applies an order to a query. Nulls count as the smallest value on both engines. */
export function applyOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: readonly Order[],
): SelectQueryBuilder<DB, TB, O> {
  let ordered = query;
  for (const { by, direction, isNullable } of order) {
    ordered = ordered.orderBy(by, (as) => {
      const directed = direction === 'desc' ? as.desc() : as.asc();
      // Without nulls, the clause would only keep PostgreSQL from using its index.
      if (!isNullable) return directed;
      return direction === 'desc' ? directed.nullsLast() : directed.nullsFirst();
    });
  }
  return ordered;
}
