import type { SelectQueryBuilder } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { column } from './select.ts';
import type { Order, Served } from './served.ts';

/** What a list is ordered by: `given` first, then the query's own sort, and the id last, so that the order is total. */
export function totalOrder(served: Served, query: ListQuery, given: readonly Order[]): Order[] {
  const order = [...served.order(query), ...given];
  const directions = new Map<string, Order['direction']>();
  for (const item of query.sort) {
    const name = item.replace(/^-/, '');
    // What comes later decides nothing between rows that are alike in it.
    if (!directions.has(name)) directions.set(name, item.startsWith('-') ? 'desc' : 'asc');
  }
  for (const [name, direction] of directions) {
    const kept = served.columns[name];
    const by = column(served, kept?.folded ?? kept?.name ?? name);
    // The searchable form of a text that is null is empty.
    const isNullable = !kept?.folded && served.resource.attributes[name]?.nullable === true;
    order.push({ by, direction, isNullable });
  }
  // Ids follow the direction of what they break the ties of, so that one index serves both.
  if (!directions.has('id')) order.push({ by: column(served, 'id'), direction: order.at(-1)?.direction ?? 'asc' });
  return order;
}

/** The query in an order. Null counts as the smallest value, whatever the engine would do. */
export function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: readonly Order[],
): SelectQueryBuilder<DB, TB, O> {
  let ordered = query;
  for (const { by, direction, isNullable } of order) {
    ordered = ordered.orderBy(by, (as) => {
      const directed = direction === 'desc' ? as.desc() : as.asc();
      // Where nothing is null, the words would only keep PostgreSQL from its index.
      if (!isNullable) return directed;
      return direction === 'desc' ? directed.nullsLast() : directed.nullsFirst();
    });
  }
  return ordered;
}
