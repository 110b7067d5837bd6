import { sql } from 'kysely';
import type { Api } from '../api.ts';
import type { StoredRow } from '../column.ts';
import { notFound } from '../document/problem.ts';
import { recordDocument } from '../document/serialize-document.ts';
import { configOf } from '../read/include.ts';
import { parseQuery } from '../read/parse-query.ts';
import { listResponse } from '../read/queries.ts';
import { column, parseId, selectRow, selectRows, untypedDb } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import { loadView } from '../read/view.ts';
import type { RouteRequest, RouteResponse } from '../request/route.ts';
import { foreignKey, type ResourceConfig } from '../resource-config.ts';

/** `GET /{type}/{id}/{name}` of a to-one relationship: its record, or null. */
export async function relatedToOneResponse(
  api: Api,
  config: ResourceConfig,
  name: string,
  { id, context, search }: RouteRequest,
): Promise<RouteResponse> {
  const row = await selectRow(config, id, context, noFields(config));
  const target = targetOf(api, config, name);
  const query = parseQuery(api, target, search);
  const linkedId = row[foreignKey(name)];
  const found = typeof linkedId === 'number' ? await selectRows(target, [linkedId], context, query.fields, true) : [];
  return { document: recordDocument(target, found[0], await loadView(api, target, found, query, context)) };
}

/** `GET /{type}/{id}/{name}` of a to-many relationship: a page of its records. */
export async function relatedToManyResponse(
  api: Api,
  config: ResourceConfig,
  name: string,
  request: RouteRequest,
): Promise<RouteResponse> {
  const row = await selectRow(config, request.id, request.context, noFields(config));
  const target = targetOf(api, config, name);
  const link = config.many[name];
  if (!link) throw notFound();
  const members = untypedDb(request.context.db).selectFrom(link.table).select(sql.ref(link.member).as('member'));
  const isMember = sql<boolean>`${column(target, 'id')} in (${members.where(link.owner, '=', row.id)})`;
  return listResponse(api, target, request, [isMember]);
}

/** `GET /{type}/{id}/relationships/{name}/{childId}`: the related record. */
export async function relatedRecordResponse(
  api: Api,
  config: ResourceConfig,
  name: string,
  request: RouteRequest,
): Promise<RouteResponse> {
  const { id, childId, context, search } = request;
  const row = await selectRow(config, id, context, noFields(config));
  const target = targetOf(api, config, name);
  const query = parseQuery(api, target, search);
  const member = parseId(childId);
  if (member === undefined || !(await isLinked(config, name, row, member, request))) throw notFound();
  const linked = await selectRow(target, childId, context, query.fields);
  return { document: recordDocument(target, linked, await loadView(api, target, [linked], query, context)) };
}

async function isLinked(
  config: ResourceConfig,
  name: string,
  row: StoredRow,
  member: number,
  { context }: RouteRequest,
) {
  if (Object.hasOwn(config.resource.one, name)) return row[foreignKey(name)] === member;
  const link = config.many[name];
  if (!link) return false;
  const pairs = untypedDb(context.db).selectFrom(link.table).select(link.member);
  const pair = await pairs.where(link.owner, '=', row.id).where(link.member, '=', member).executeTakeFirst();
  return pair !== undefined;
}

/** The resource that a relationship leads to. */
export function targetOf(api: Api, { resource }: ResourceConfig, name: string): ResourceConfig {
  const type = resource.one[name]?.type ?? resource.many[name]?.type;
  if (!type) throw notFound();
  return configOf(api.configs, type);
}
