import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { isPostgres } from '../../db/engine.ts';
import { runCached } from '../../db/statement-cache.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { filterConditions } from './filter.ts';
import { column, untypedDb } from './select.ts';

/** Skipping this many rows takes well under a millisecond. */
const MAX_QUICK_OFFSET = 1_000;
/** Skipping this many rows takes a few milliseconds, even if the room of each is looked up. */
export const MAX_HIDDEN_ROWS = 2_000;
const ID_ORDERS = ['', 'id', '-id'];

/** True if a list is read in a few milliseconds, whatever is stored: an index yields its rows, and few are skipped. */
export async function isQuickList(config: ResourceConfig, query: ListQuery, context: Context): Promise<boolean> {
  if (!isIndexed(config, query)) return false;
  // Only queries of SQLite block this process.
  if (isPostgres(context.db) || !config.scope(context.caller)) return true;
  // An index serves a guest's scope, which is a single room, unless it also needs the authors of its messages.
  if (context.caller.role === 'guest') return !config.scopeById(context.caller);
  return hidesFewRows(config, query, context);
}

/** True if a record includes few others: only direct to-one relationships, as to-many ones may include thousands. */
export function isQuickRecord({ resource }: ResourceConfig, { include, roomMeta }: ListQuery): boolean {
  return roomMeta === undefined && include.every((path) => Object.hasOwn(resource.one, path));
}

/**
 * True if an index yields a list's rows in its order: by ids without any other filter, or as the resource says.
 * Everything else may read the whole table.
 */
function isIndexed(config: ResourceConfig, query: ListQuery): boolean {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  if (number * size > MAX_QUICK_OFFSET || !isQuickRecord(config, query)) return false;
  const isById = ['', 'id'].includes(Object.keys(query.filter).join()) && ID_ORDERS.includes(query.sort.join());
  return isById || config.isQuick(query);
}

/**
 * True if the `hideable` conditions, which an index serves, match few rows of the list; without any, if the list is
 * short. A scope tests row by row, so if most rows are hidden, filling a page reads them all.
 */
async function hidesFewRows(config: ResourceConfig, query: ListQuery, context: Context): Promise<boolean> {
  const found = await runCached(context.db, context.statements, 'beyond few', () =>
    untypedDb(context.db)
      .selectFrom(config.table)
      .select(column(config, 'id').as('id'))
      .where((eb) => eb.and([...config.hideable, ...filterConditions(config, query.filter, context)]))
      .limit(1)
      .offset(MAX_HIDDEN_ROWS),
  );
  return found.length === 0;
}
