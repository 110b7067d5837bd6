import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { ErrorObject } from '#contract/document.ts';
import { recordChange } from '../../audit/record-change.ts';
import { normalizeForSearch } from '../../db/search/normalize-for-search.ts';
import { ConcurrencyError } from '../../db/transact.ts';
import type { Api } from '../api.ts';
import type { StoredRow } from '../column.ts';
import { parseData } from '../document/parse-document.ts';
import { Problem, problemOf } from '../document/problem.ts';
import { recordDocument } from '../document/serialize-document.ts';
import { recordUrl } from '../document/serialize-record.ts';
import { parseWriteQuery } from '../read/parse-query.ts';
import { column, selectRow, selectRowForUpdate, untypedDb } from '../read/select.ts';
import { loadView } from '../read/view.ts';
import type { Context } from '../request/context.ts';
import { addMutationRoute } from '../request/mutation-route.ts';
import { addUnsupportedRoute } from '../request/refused-routes.ts';
import type { RouteRequest, RouteResponse } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { isBatchedUpdate, updateInBatches } from './batched-update.ts';
import { attributePointer, inOrderOf, MAX_ERRORS, validateInput, validationError } from './input.ts';
import { assertVersion, withConflictBody } from './optimistic-lock.ts';
import { type ResolvedLinkage, resolveLinkage } from './resolve-linkage.ts';
import { runBatch } from './run-batch.ts';

/** Mounts `POST /{type}`, and `PUT`, `PATCH` and `DELETE /{type}/{id}`. */
export function mountMutations(api: Api, config: ResourceConfig): void {
  const { type, writes } = config.resource;
  const routes = {
    create: {
      methods: ['POST'],
      path: `/v1/${type}`,
      handler: (request: RouteRequest) => create(api, config, request),
    },
    update: {
      methods: ['PUT', 'PATCH'],
      path: `/v1/${type}/:id`,
      handler: (request: RouteRequest) =>
        (isBatchedUpdate(config, request) ? updateGradually : updateAtOnce)(api, config, request),
      isInBatches: (request: RouteRequest) => isBatchedUpdate(config, request),
    },
    delete: {
      methods: ['DELETE'],
      path: `/v1/${type}/:id`,
      handler: (request: RouteRequest) => remove(config, request),
      ignoresBody: true,
      isInBatches: () => config.deleteBatch !== undefined,
    },
  };
  for (const write of ['create', 'update', 'delete'] as const) {
    const route = routes[write];
    if (writes.includes(write)) addMutationRoute(api, { ...route, roles: config.permissions[write] ?? [] });
    else addUnsupportedRoute(api, route.methods, route.path, `${type} does not support ${write}.`);
  }
}

async function create(
  api: Api,
  config: ResourceConfig,
  { context, search, document }: RouteRequest,
): Promise<RouteResponse> {
  const { resource } = config;
  const query = parseWriteQuery(api, config, search);
  const given = parseData(document.data, resource.type, undefined);
  const linkage = await resolveLinkage(api, config, given, 'create', context);
  const input = await parseInput(config, document.data, linkage, undefined, context);
  const columns = { ...toColumns(config, input), ...linkage.foreignKeys };
  const row = await insertRow(config, { ...columns, ...(await config.onCreate(columns, context)) }, context);
  await config.afterCreate(row, context);
  const stored = await selectRow(config, String(row.id), context);
  await recordChange(context, 'create', resource.type, { after: stored });
  const view = await loadView(api, config, [stored], query, context);
  return {
    status: 201,
    document: recordDocument(config, stored, view),
    headers: { location: recordUrl(context, resource.type, row.id) },
  };
}

const updateAtOnce = (api: Api, config: ResourceConfig, request: RouteRequest) =>
  withConflictBody(config, request.context, () => update(api, config, request));

async function update(
  api: Api,
  config: ResourceConfig,
  { context, id, search, document }: RouteRequest,
): Promise<RouteResponse> {
  const { resource } = config;
  const query = parseWriteQuery(api, config, search);
  const { data, meta } = document;
  let row = await selectRowForUpdate(config, id, context);
  const given = parseData(data, resource.type, id);
  const linkage = await resolveLinkage(api, config, given, 'update', context);
  const input = await parseInput(config, data, linkage, row, context);
  assertVersion(row, meta);
  await config.assertAllowed('update', row, context);
  const values = { ...toColumns(config, input), ...linkage.foreignKeys };
  if (Object.keys(values).length > 0) {
    const before = row;
    row = await updateRow(config, row, { ...values, ...(await config.onUpdate(values, row, context)) }, context);
    await recordChange(context, 'update', resource.type, { before, after: row });
  }
  return { document: recordDocument(config, row, await loadView(api, config, [row], query, context)) };
}

async function remove(config: ResourceConfig, { context, id }: RouteRequest): Promise<RouteResponse> {
  const step = (inner: Context) => removeNext(config, id, inner);
  if (!config.deleteBatch) await step(context);
  else while (!(await runBatch(context, step))) context.signal?.throwIfAborted();
  return { document: { meta: {} } };
}

/** Deletes a record, or first a batch of its rows (false). Checks each time, because others write between batches. */
async function removeNext(config: ResourceConfig, id: string, context: Context): Promise<boolean> {
  const row = await selectRowForUpdate(config, id, context);
  await config.assertAllowed('delete', row, context);
  if (config.deleteBatch && !(await config.deleteBatch(row, context))) return false;
  await untypedDb(context.db).deleteFrom(config.table).where(column(config, 'id'), '=', row.id).execute();
  await recordChange(context, 'delete', config.resource.type, { before: row });
  return true;
}

const updateGradually = (api: Api, config: ResourceConfig, request: RouteRequest) =>
  updateInBatches(config, request, (context) => updateAtOnce(api, config, { ...request, context }));

/** Updates a record and increments its version. Throws `ConcurrencyError` if the version changed since it was read. */
export async function updateRow(
  config: ResourceConfig,
  row: StoredRow,
  values: Json,
  { db }: Context,
): Promise<StoredRow> {
  const changed = await untypedDb(db)
    .updateTable(config.table)
    .set({ ...values, version: sql`version + 1` })
    .where(column(config, 'id'), '=', row.id)
    .where(column(config, 'version'), '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new ConcurrencyError(`${config.table} ${row.id}`);
  return changed as StoredRow;
}

async function insertRow(config: ResourceConfig, values: Json, { db }: Context): Promise<StoredRow> {
  const row = await untypedDb(db).insertInto(config.table).values(values).returningAll().executeTakeFirstOrThrow();
  return row as StoredRow;
}

/** Converts input to columns, with the normalized form of searchable texts. */
function toColumns(config: ResourceConfig, input: Json): Json {
  const values: Json = {};
  for (const [name, value] of Object.entries(input)) {
    const target = config.columns[name];
    if (!target) continue;
    values[target.name] = target.encode(value);
    if (target.normalized) values[target.normalized] = normalizeForSearch(typeof value === 'string' ? value : null);
  }
  return values;
}

/**
 * Validates the attributes of a create or of an update of `row`. Merges the errors of the contract, the resource, other
 * rows and the relationships, in the order of the body, so that a form shows all of them at once.
 */
async function parseInput(
  config: ResourceConfig,
  data: unknown,
  { attributes, problems }: ResolvedLinkage,
  row: StoredRow | undefined,
  context: Context,
): Promise<Json> {
  let input: Json = {};
  const errors: ErrorObject[] = [];
  try {
    input = validateInput(config.resource.attributes, attributes, row ? 'update' : 'create');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    errors.push(...error.errors);
  }
  const invalid = new Set(errors.map(({ source }) => source?.pointer));
  const others = [...findBlank(config, attributes, row), ...(await findTaken(config, attributes, row, context))];
  errors.push(...others.filter(({ source }) => !invalid.has(source?.pointer)), ...problems);
  if (errors.length > 0) throw problemOf(inOrderOf({ data }, errors).slice(0, MAX_ERRORS));
  return input;
}

/** Errors about attributes without the text that the resource requires beyond the contract. */
function findBlank(config: ResourceConfig, given: Json, row: StoredRow | undefined): ErrorObject[] {
  return config.requires(given, row).flatMap((name) => {
    const value = given[name];
    const isGiven = typeof value === 'string' && value.trim() !== '';
    if (isGiven || (row && value === undefined)) return [];
    return [validationError(attributePointer(name), { code: typeof value === 'string' ? 'blank' : 'required' })];
  });
}

/** Errors about values that must be unique but belong to another row. */
async function findTaken(
  config: ResourceConfig,
  given: Json,
  own: StoredRow | undefined,
  { db }: Context,
): Promise<ErrorObject[]> {
  const taken: ErrorObject[] = [];
  for (const name of config.unique) {
    const unique = config.columns[name];
    const value = given[name];
    if (!unique || typeof value !== 'string') continue;
    const other = await untypedDb(db)
      .selectFrom(config.table)
      .select('id')
      .where(column(config, unique.name), '=', unique.encode(value))
      .executeTakeFirst();
    if (other && other.id !== own?.id) taken.push(validationError(attributePointer(name), { code: 'taken' }));
  }
  return taken;
}
