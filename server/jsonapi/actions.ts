import type { Action } from '#contract/resource.ts';
import type { Api } from './api.ts';
import type { StoredRow } from './column.ts';
import { parseActionData } from './document/parse-document.ts';
import { recordDocument, rowsDocument } from './document/serialize-document.ts';
import { recordUrl } from './document/serialize-record.ts';
import { configOf } from './read/include.ts';
import { parseQuery, parseWriteQuery } from './read/parse-query.ts';
import { listResponse } from './read/queries.ts';
import { selectRow, whereConditions } from './read/select.ts';
import { shownBytesOf } from './read/shown-columns.ts';
import { loadView } from './read/view.ts';
import { addMutationRoute } from './request/mutation-route.ts';
import { addQueryRoute } from './request/query-route.ts';
import { type ResponseBudget, respondWithinBudget } from './request/response-budget.ts';
import type { RouteRequest, RouteResponse } from './request/route.ts';
import type { ResourceConfig } from './resource-config.ts';
import { attributePointer, validateInput } from './write/input.ts';
import { withConflictBody } from './write/optimistic-lock.ts';

const BY_IDS = {
  detail: 'Nothing was changed. Name fewer records by ids, or request fewer attributes by fields.',
  source: { pointer: attributePointer('ids') },
};

/** Mounts `/{type}/{action}` and `/{type}/{id}/{action}`. */
export function mountActions(api: Api, config: ResourceConfig): void {
  const { type, actions } = config.resource;
  for (const [name, action] of Object.entries(actions)) {
    const route = {
      methods: [action.method],
      path: action.on === 'record' ? `/v1/${type}/:id/${name}` : `/v1/${type}/${name}`,
      roles: config.permissions[name] ?? [],
      isInBatches: () => config.inBatches.includes(name),
      handler: (request: RouteRequest) =>
        withConflictBody(config, request.context, () => runAction(api, config, name, action, request)),
    };
    if (action.method === 'GET') addQueryRoute(api, route);
    else addMutationRoute(api, route);
  }
}

async function runAction(
  api: Api,
  config: ResourceConfig,
  name: string,
  action: Action,
  request: RouteRequest,
): Promise<RouteResponse> {
  const { context, search, document: given, id } = request;
  const returned = configOf(api.configs, action.of ?? config.resource.type);
  const query = (action.method === 'GET' ? parseQuery : parseWriteQuery)(api, returned, search);
  const row = action.on === 'record' ? await selectRow(config, id, context) : undefined;
  const { data, meta } = given;
  const { attributes } = parseActionData(data, config.resource.type, row && id);
  const input = validateInput(action.input, attributes, 'create');

  const matching = () => whereConditions(returned, query, context);
  const result = await config.actions[name]?.({ context, row, input, meta, query, matching });
  if (!result) throw new Error(`${name} of ${config.resource.type} returned no result.`);
  if ('record' in result) {
    const { record, created, meta: extra } = result;
    const view = await loadView(api, returned, [record], query, context);
    const document = { ...recordDocument(returned, record, view), ...(extra && { meta: extra }) };
    if (!created) return { document };
    return { status: 201, document, headers: { location: recordUrl(context, returned.resource.type, record.id) } };
  }
  if ('rows' in result) {
    const make = async (rows: readonly StoredRow[], budget: ResponseBudget | undefined) => {
      budget?.take(rows.length, shownBytesOf(returned, rows, query.fields), BY_IDS);
      const view = await loadView(api, returned, rows, query, { ...context, budget });
      return { document: rowsDocument(returned, rows, view, result.meta) };
    };
    // For other actions, an answer that is too large rolls the transaction back.
    return config.inBatches.includes(name) ? respondWithinBudget(result.rows, make) : make(result.rows, context.budget);
  }
  if ('where' in result) {
    return listResponse(api, returned, request, [result.where], query.sort.length > 0 ? [] : result.order);
  }
  return { document: { meta: result.meta }, freshUntilMs: result.freshUntilMs };
}
