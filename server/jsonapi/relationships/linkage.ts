import { API_PREFIX } from '#contract/document.ts';
import type { StoredRow } from '../column.ts';
import { RawJson } from '../document/encode-document.ts';
import { relationshipSerializer, type View } from '../document/serialize-record.ts';
import { linkageKey, selectPairs } from '../read/include.ts';
import { selectRow } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import type { Context } from '../request/context.ts';
import { responseTooLarge } from '../request/response-budget.ts';
import type { RouteRequest, RouteResponse } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';

const LINK_BYTES = 60;
/** Linkage has no pages; the related records do. */
const MAX_LINKED = 10_000;

/** `GET /{type}/{id}/relationships/{name}`. Throws 404 if the record is missing, 400 if its linkage is too large. */
export async function linkageResponse(
  config: ResourceConfig,
  name: string,
  { id, context }: RouteRequest,
): Promise<RouteResponse> {
  return linkageOf(config, name, await selectRow(config, id, context, noFields(config)), context);
}

/**
 * Links and linkage of a row. After a write this must not throw, which would roll the write back: it does not check
 * whether the caller still sees the row, and leaves out linkage that is too large.
 */
export async function linkageOf(
  config: ResourceConfig,
  name: string,
  row: StoredRow,
  context: Context,
  isWrite = false,
): Promise<RouteResponse> {
  const view: View = { context, fields: {} };
  let isLeftOut = false;
  if (Object.hasOwn(config.resource.many, name)) {
    const pairs = await selectPairs(config, name, [row.id], context, MAX_LINKED + 1);
    isLeftOut = pairs.length > MAX_LINKED;
    if (isLeftOut && !isWrite) throw tooManyLinked(config, name, row);
    context.budget?.take(0, pairs.length * LINK_BYTES);
    const ids = new Map(isLeftOut ? [] : [[row.id, pairs.map(({ member }) => member)]]);
    view.included = { records: new Map(), linkage: new Map([[linkageKey(config, name), ids]]) };
  }
  const text = relationshipSerializer(config, name, view)(row);
  // Links alone are not a valid JSON:API document.
  return { document: new RawJson(isLeftOut ? `${text.slice(0, -1)},"meta":{}}` : text) };
}

function tooManyLinked({ resource }: ResourceConfig, name: string, { id }: StoredRow) {
  const reason = `${name} has more than ${MAX_LINKED.toLocaleString('en')} records.`;
  const detail = `Read them in pages at ${API_PREFIX}/${resource.type}/${id}/${name}.`;
  return responseTooLarge(reason, { detail, source: { parameter: 'page[size]' } });
}
