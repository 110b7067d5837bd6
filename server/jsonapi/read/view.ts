import type { ListQuery } from '#contract/list-query.ts';
import type { Api } from '../api.ts';
import type { StoredRow } from '../column.ts';
import { blockedKey, type View } from '../document/serialize-record.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { loadIncluded } from './include.ts';

/** Loads what a response shows beside its records: included records, and operations that other rows forbid. */
export async function loadView(
  api: Api,
  config: ResourceConfig,
  rows: readonly StoredRow[],
  query: Pick<ListQuery, 'fields' | 'include' | 'roomMeta'>,
  context: Context,
): Promise<View> {
  const { fields, include } = query;
  const summaries = query.roomMeta && (await config.summarize?.(rows, context));
  const blocked = await loadBlocked(config, rows, context);
  const alone = { context, fields, blocked, summaries: summaries && { config, byId: summaries } };
  if (include.length === 0) return alone;
  const included = await loadIncluded(api.configs, config, rows, query, context);
  for (const [target, records] of included.records) {
    for (const key of await loadBlocked(target, [...records.values()], context)) blocked.add(key);
  }
  return { ...alone, included };
}

/** The keys of the operations that other rows forbid on these records. */
export async function loadBlocked(
  config: ResourceConfig,
  rows: readonly StoredRow[],
  context: Context,
): Promise<Set<string>> {
  const blocked = rows.length > 0 ? await config.findBlocked(rows, context) : [];
  return new Set(blocked.map(({ operation, id }) => blockedKey(config, operation, id)));
}
