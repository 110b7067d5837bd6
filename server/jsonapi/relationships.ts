import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { actorOf, recordChange } from '../audit/record-change.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type Api, addMutationRoute, addQueryRoute, parseQuery, type RouteRequest, type RouteResponse } from './api.ts';
import type { StoredRow } from './column.ts';
import { RawJson } from './document/encode-document.ts';
import { parseDocument, parseIdentifier } from './document/parse-document.ts';
import { notFound, Problem, problem } from './document/problem.ts';
import { recordDocument } from './document/serialize-document.ts';
import { relationshipSerializer, type View } from './document/serialize-record.ts';
import { configOf, linkageKey, selectPairs } from './read/include.ts';
import { listResponse } from './read/queries.ts';
import { column, parseId, selectRow, selectRowForUpdate, selectRows, untypedDb } from './read/select.ts';
import { loadView } from './read/view.ts';
import { foreignKey, type ResourceConfig } from './resource-config.ts';
import { validationError } from './write/input.ts';
import { updateRow } from './write/mutations.ts';
import { assertVersion, withConflictBody } from './write/optimistic-lock.ts';
import { findLinked, isSettable } from './write/resolve-linkage.ts';

const MAX_MEMBERS = 1_000;
const LINK_BYTES = 60;
/** More than fit into a response. */
const MAX_LINKED = 300_000;

/** Mounts the routes of each relationship and of its related records. */
export function mountRelationships(api: Api, config: ResourceConfig): void {
  const { resource } = config;
  const roles = config.permissions.read ?? [];
  for (const name of [...Object.keys(resource.one), ...Object.keys(resource.many)]) {
    const isOne = Object.hasOwn(resource.one, name);
    const read = isOne ? relatedToOneResponse : relatedToManyResponse;
    const path = `/v1/${resource.type}/:id/relationships/${name}`;
    const methods = ['GET'];
    const isQuick = () => isOne;
    addQueryRoute(api, { methods, path, roles, isQuick, handler: (request) => linkageResponse(config, name, request) });
    addQueryRoute(api, {
      methods,
      path: `${path}/:childId`,
      roles,
      handler: (request) => relatedRecordResponse(api, config, name, request),
    });
    addQueryRoute(api, {
      methods,
      path: `/v1/${resource.type}/:id/${name}`,
      roles,
      handler: (request) => read(api, config, name, request),
    });
    if (isOne) mountToOneMutations(api, config, name, path);
    else mountToManyMutations(api, config, name, path);
  }
}

/** Refuses a write of a relationship, but only of a record that exists: nothing is said about a missing one. */
function mountRefusal(
  api: Api,
  config: ResourceConfig,
  methods: string[],
  path: string,
  status: 403 | 501,
  detail: string,
) {
  addMutationRoute(api, {
    methods,
    path,
    roles: config.permissions.read ?? [],
    ignoresBody: true,
    handler: async ({ id, context }) => {
      await selectRow(config, id, context);
      throw problem(status, String(status), detail);
    },
  });
}

function mountToOneMutations(api: Api, config: ResourceConfig, name: string, path: string) {
  const { one, writes, type } = config.resource;
  const target = one[name];
  const methods = ['PUT', 'PATCH'];
  if (!writes.includes('update'))
    return mountRefusal(api, config, methods, path, 501, `${type} does not support update.`);
  if (!target || !isSettable(target, 'update')) {
    return mountRefusal(api, config, methods, path, 403, `${name} cannot be changed after the record is created.`);
  }
  addMutationRoute(api, {
    methods,
    path,
    roles: config.permissions.update ?? [],
    handler: async (request) => {
      const row = await selectRowForUpdate(config, request.id, request.context);
      const { data, meta } = parseDocument(request.body);
      if (data === undefined) throw problem(400, '106', 'The body has no data.');
      const id = parseIdentifier(data, target.type, '/data');
      if (id === null && target.required) throw new Problem(422, [validationError('/data', { code: 'required' })]);
      const values: Json = {
        [foreignKey(name)]: id === null ? null : await findLinked(api, target, id, '/data', request.context),
      };
      return withConflictBody(config, request.context, async () => {
        assertVersion(row, meta);
        await config.assertAllowed('update', row, request.context);
        const extra = await config.onUpdate(values, row, request.context);
        const after = await updateRow(config, row, { ...values, ...extra }, request.context);
        await recordChange(request.context, 'update', type, { before: row, after });
        return linkageResponse(config, name, request);
      });
    },
  });
}

function mountToManyMutations(api: Api, config: ResourceConfig, name: string, path: string) {
  const link = config.many[name];
  const target = config.resource.many[name];
  mountRefusal(api, config, ['PUT', 'PATCH'], path, 403, `${name} cannot be replaced as a whole.`);
  if (!link || !target || target.write === 'never') {
    return mountRefusal(
      api,
      config,
      ['POST', 'DELETE'],
      path,
      403,
      `${name} cannot be changed through this relationship.`,
    );
  }
  const roles = config.permissions.members ?? [];
  const handle =
    (action: string, write: (owner: StoredRow, ids: readonly number[], request: RouteRequest) => Promise<Json[]>) =>
    async (request: RouteRequest) => {
      const owner = await selectRow(config, request.id, request.context);
      const { data } = parseDocument(request.body);
      await config.assertAllowed('members', owner, request.context);
      const ids = await parseMembers(targetOf(api, config, name), data, request);
      const changed = ids.length > 0 ? await write(owner, ids, request) : [];
      if (changed.length > 0) {
        const members = { [name]: changed.map((row) => row[link.member]) };
        await recordEvent(request.context.db, {
          actor: actorOf(request.context),
          action,
          recordType: config.resource.type,
          recordId: owner.id,
          before: action === 'remove_members' ? members : null,
          after: action === 'add_members' ? members : null,
        });
      }
      return linkageResponse(config, name, request);
    };
  addMutationRoute(api, {
    methods: ['POST'],
    path,
    roles,
    handler: handle('add_members', (owner, ids, { context }) =>
      untypedDb(context.db)
        .insertInto(link.table)
        .values(ids.map((id) => ({ [link.owner]: owner.id, [link.member]: id })))
        .onConflict((conflict) => conflict.doNothing())
        .returning(link.member)
        .execute(),
    ),
  });
  addMutationRoute(api, {
    methods: ['DELETE'],
    path,
    roles,
    handler: handle('remove_members', (owner, ids, { context }) =>
      untypedDb(context.db)
        .deleteFrom(link.table)
        .where(link.owner, '=', owner.id)
        .where(link.member, 'in', ids)
        .returning(link.member)
        .execute(),
    ),
  });
}

/**
 * Reads the ids of the linked records. Throws 400 if `data` is not a list of identifiers, 404 if a record does not
 * exist.
 */
async function parseMembers(target: ResourceConfig, data: unknown, { context }: RouteRequest): Promise<number[]> {
  if (!Array.isArray(data)) throw problem(400, '122', 'data must be a list of resource identifiers.');
  if (data.length > MAX_MEMBERS)
    throw problem(400, '400', `data must not have more than ${MAX_MEMBERS} resource identifiers.`);
  const ids = data.map((item, index) => {
    const pointer = `/data/${index}`;
    const id = parseIdentifier(item, target.resource.type, pointer);
    if (id === null)
      throw problem(400, '122', 'A list of resource identifiers must not contain null.', { source: { pointer } });
    return parseId(id);
  });
  const known = ids.filter((id) => id !== undefined);
  const found = new Set((await selectRows(target, known, context)).map((row) => row.id));
  const missing = ids.findIndex((id) => id === undefined || !found.has(id));
  if (missing >= 0) throw notFound({ pointer: `/data/${missing}` });
  return [...new Set(known)];
}

/** `GET /{type}/{id}/relationships/{name}`: links and linkage. */
async function linkageResponse(
  config: ResourceConfig,
  name: string,
  { id, context }: RouteRequest,
): Promise<RouteResponse> {
  const row = await selectRow(config, id, context);
  const view: View = { context, fields: {} };
  if (Object.hasOwn(config.resource.many, name)) {
    const pairs = await selectPairs(config, name, [row.id], context, MAX_LINKED);
    context.budget?.take(0, pairs.length * LINK_BYTES);
    const ids = new Map([[row.id, pairs.map(({ member }) => member)]]);
    view.included = { records: new Map(), linkage: new Map([[linkageKey(config, name), ids]]), fields: {} };
  }
  return { document: new RawJson(relationshipSerializer(config, name, view)(row)) };
}

/** `GET /{type}/{id}/relationships/{name}/{childId}`: the related record. */
async function relatedRecordResponse(
  api: Api,
  config: ResourceConfig,
  name: string,
  request: RouteRequest,
): Promise<RouteResponse> {
  const { id, childId, context, search } = request;
  const row = await selectRow(config, id, context);
  const target = targetOf(api, config, name);
  const query = parseQuery(api, target, search);
  const member = parseId(childId);
  if (member === undefined || !(await isLinked(config, name, row, member, request))) throw notFound();
  const linked = await selectRow(target, childId, context);
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

async function relatedToOneResponse(
  api: Api,
  config: ResourceConfig,
  name: string,
  { id, context, search }: RouteRequest,
): Promise<RouteResponse> {
  const row = await selectRow(config, id, context);
  const target = targetOf(api, config, name);
  const query = parseQuery(api, target, search);
  const linkedId = row[foreignKey(name)];
  const found = typeof linkedId === 'number' ? await selectRows(target, [linkedId], context) : [];
  return { document: recordDocument(target, found[0], await loadView(api, target, found, query, context)) };
}

async function relatedToManyResponse(
  api: Api,
  config: ResourceConfig,
  name: string,
  request: RouteRequest,
): Promise<RouteResponse> {
  const row = await selectRow(config, request.id, request.context);
  const target = targetOf(api, config, name);
  const link = config.many[name];
  if (!link) throw notFound();
  const members = untypedDb(request.context.db).selectFrom(link.table).select(sql.ref(link.member).as('member'));
  const isMember = sql<boolean>`${column(target, 'id')} in (${members.where(link.owner, '=', row.id)})`;
  return listResponse(api, target, request, [isMember]);
}

function targetOf(api: Api, { resource }: ResourceConfig, name: string): ResourceConfig {
  const type = resource.one[name]?.type ?? resource.many[name]?.type;
  if (!type) throw notFound();
  return configOf(api.configs, type);
}
