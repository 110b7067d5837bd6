import type { ListQuery } from '#contract/list-query.ts';
import type { Api } from './api.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { loadIncluded } from './include.ts';
import type { Served } from './served.ts';
import type { View } from './write-record.ts';

/** Loads the included records of a query. */
export async function loadView(
  api: Api,
  served: Served,
  rows: readonly Stored[],
  query: Pick<ListQuery, 'fields' | 'include'>,
  context: Context,
): Promise<View> {
  const { fields, include } = query;
  if (include.length === 0) return { context, fields };
  return { context, fields, included: await loadIncluded(api.all, served, rows, include, context) };
}
