import type { ListQuery } from '#contract/list-query.ts';
import type { Api } from '../api.ts';
import type { StoredRow } from '../column.ts';
import type { View } from '../document/serialize-record.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { loadIncluded } from './include.ts';

/** Loads the included records of a query. */
export async function loadView(
  api: Api,
  config: ResourceConfig,
  rows: readonly StoredRow[],
  query: Pick<ListQuery, 'fields' | 'include'>,
  context: Context,
): Promise<View> {
  const { fields, include } = query;
  if (include.length === 0) return { context, fields };
  return { context, fields, included: await loadIncluded(api.configs, config, rows, query, context) };
}
