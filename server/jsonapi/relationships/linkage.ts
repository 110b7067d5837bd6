import { RawJson } from '../document/encode-document.ts';
import { relationshipSerializer, type View } from '../document/serialize-record.ts';
import { linkageKey, selectPairs } from '../read/include.ts';
import { selectRow } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import type { RouteRequest, RouteResponse } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';

const LINK_BYTES = 60;
/** More than fit into a response. */
const MAX_LINKED = 300_000;

/** `GET /{type}/{id}/relationships/{name}`: links and linkage. */
export async function linkageResponse(
  config: ResourceConfig,
  name: string,
  { id, context }: RouteRequest,
): Promise<RouteResponse> {
  const row = await selectRow(config, id, context, noFields(config));
  const view: View = { context, fields: {} };
  if (Object.hasOwn(config.resource.many, name)) {
    const pairs = await selectPairs(config, name, [row.id], context, MAX_LINKED);
    context.budget?.take(0, pairs.length * LINK_BYTES);
    const ids = new Map([[row.id, pairs.map(({ member }) => member)]]);
    view.included = { records: new Map(), linkage: new Map([[linkageKey(config, name), ids]]), fields: {} };
  }
  return { document: new RawJson(relationshipSerializer(config, name, view)(row)) };
}
