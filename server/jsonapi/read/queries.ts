import type { Expression, SqlBool } from 'kysely';
import type { Api } from '../api.ts';
import { listDocument, recordDocument } from '../document/serialize-document.ts';
import type { Order } from '../hooks.ts';
import { addQueryRoute } from '../request/query-route.ts';
import type { RouteRequest, RouteResponse } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { parseQuery } from './parse-query.ts';
import { isQuickList, isQuickRecord } from './quick-reads.ts';
import { selectRow } from './select.ts';
import { selectPage } from './select-page.ts';
import { loadView } from './view.ts';

/** Mounts `GET /{type}` and `GET /{type}/{id}`. */
export function mountQueries(api: Api, config: ResourceConfig): void {
  const { type } = config.resource;
  const roles = config.permissions.read ?? [];
  addQueryRoute(api, {
    path: `/v1/${type}`,
    roles,
    isQuick: ({ context, search }) => isQuickList(config, parseQuery(api, config, search), context),
    handler: (request) => listResponse(api, config, request),
  });
  addQueryRoute(api, {
    path: `/v1/${type}/:id`,
    roles,
    isQuick: ({ search }) => isQuickRecord(config, parseQuery(api, config, search)),
    handler: async ({ context, id, search }) => {
      const query = parseQuery(api, config, search);
      const row = await selectRow(config, id, context, query.fields);
      const view = await loadView(api, config, [row], query, context);
      return { document: recordDocument(config, row, view), freshUntilMs: config.freshUntilMs([row], context) };
    },
  });
}

/** Responds with one page of a list. `where` narrows it further, `order` precedes the query's own sort. */
export async function listResponse(
  api: Api,
  config: ResourceConfig,
  { context, path, search }: RouteRequest,
  where: readonly Expression<SqlBool>[] = [],
  order: readonly Order[] = [],
): Promise<RouteResponse> {
  const query = parseQuery(api, config, search);
  const page = await selectPage(config, query, context, where, order);
  const view = await loadView(api, config, page.rows, query, context);
  const { count: recordCount, isMinimum } = page;
  const shown = { recordType: config.resource.type, path, query, recordCount, isMinimum };
  const freshUntilMs = config.freshUntilMs(page.rows, context);
  return { document: listDocument(config, page, view, path, query), shown, freshUntilMs };
}
