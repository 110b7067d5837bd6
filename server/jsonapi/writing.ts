import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { foldText } from '../db/fold.ts';
import { Overtaken } from '../db/transact.ts';
import { type Answer, type Api, addUnoffered, addWriting, type Call, readQuery } from './api.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { attributePointer, invalid, readInput } from './input.ts';
import { readLinks } from './links.ts';
import { Problem } from './problem.ts';
import { readData, readDocument } from './read-document.ts';
import { anyTable, column, selectRow, selectRowToChange } from './select.ts';
import { recordDocument } from './serialize.ts';
import type { Served } from './served.ts';
import { refuseStale, showingCurrent } from './version.ts';
import { loadView } from './view.ts';
import { recordUrl } from './write-record.ts';

/** Mounts `POST /{type}`, and `PUT`, `PATCH` and `DELETE /{type}/{id}`. */
export function mountWriting(api: Api, served: Served): void {
  const { type, writes } = served.resource;
  const routes = {
    create: { methods: ['POST'], path: `/v1/${type}`, work: (call: Call) => create(api, served, call) },
    update: {
      methods: ['PUT', 'PATCH'],
      path: `/v1/${type}/:id`,
      work: (call: Call) => showingCurrent(served, call.context, () => update(api, served, call)),
    },
    delete: {
      methods: ['DELETE'],
      path: `/v1/${type}/:id`,
      work: (call: Call) => remove(served, call),
      ignoresBody: true,
    },
  };
  for (const write of ['create', 'update', 'delete'] as const) {
    const route = routes[write];
    if (writes.includes(write)) addWriting(api, { ...route, roles: served.rules[write] ?? [] });
    else addUnoffered(api, route.methods, route.path, 501, `${type} does not offer ${write}.`);
  }
}

async function create(api: Api, served: Served, { context, search, body }: Call): Promise<Answer> {
  const { resource } = served;
  const query = readQuery(api, served, search);
  const { data } = readDocument(body);
  const given = readData(data, resource.type, undefined);
  const { links, attributes, problems } = await readLinks(api, served, given, 'create', context);
  const values = toColumns(
    served,
    collect(problems, () => readInput(resource.attributes, attributes, 'create')),
  );
  await refuseTaken(served, values, undefined, context);
  const columns = { ...values, ...links };
  const row = await insertRow(served, { ...columns, ...(await served.onCreate(columns, context)) }, context);
  await served.afterCreate(row, context);
  const stored = await selectRow(served, String(row.id), context);
  const view = await loadView(api, served, [stored], query, context);
  return {
    status: 201,
    document: recordDocument(served, stored, view),
    headers: { location: recordUrl(context, resource.type, row.id) },
  };
}

async function update(api: Api, served: Served, { context, id, search, body }: Call): Promise<Answer> {
  const { resource } = served;
  const query = readQuery(api, served, search);
  const { data, meta } = readDocument(body);
  let row = await selectRowToChange(served, id, context);
  const given = readData(data, resource.type, id);
  const { links, attributes, problems } = await readLinks(api, served, given, 'update', context);
  const input = collect(problems, () => readInput(resource.attributes, attributes, 'update'));
  refuseStale(row, meta);
  const values = { ...toColumns(served, input), ...links };
  if (Object.keys(values).length > 0) {
    await refuseTaken(served, values, row.id, context);
    row = await changeRow(served, row, { ...values, ...(await served.onUpdate(values, row, context)) }, context);
  }
  return { document: recordDocument(served, row, await loadView(api, served, [row], query, context)) };
}

async function remove(served: Served, { context, id }: Call): Promise<Answer> {
  const row = await selectRowToChange(served, id, context);
  await anyTable(context.db).deleteFrom(served.table).where(column(served, 'id'), '=', row.id).execute();
  return { document: { meta: {} } };
}

/** Updates a record and increments its version. Throws `Overtaken` if the version changed since it was read. */
export async function changeRow(served: Served, row: Stored, values: Json, { db }: Context): Promise<Stored> {
  const changed = await anyTable(db)
    .updateTable(served.table)
    .set({ ...values, version: sql`version + 1` })
    .where(column(served, 'id'), '=', row.id)
    .where(column(served, 'version'), '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new Overtaken(`${served.table} ${row.id}`);
  return changed as Stored;
}

async function insertRow(served: Served, values: Json, { db }: Context): Promise<Stored> {
  const row = await anyTable(db).insertInto(served.table).values(values).returningAll().executeTakeFirstOrThrow();
  return row as Stored;
}

/** Converts input to columns, with the normalized form of searchable texts. */
function toColumns(served: Served, input: Json): Json {
  const values: Json = {};
  for (const [name, value] of Object.entries(input)) {
    const kept = served.columns[name];
    if (!kept) continue;
    values[kept.name] = kept.write(value);
    if (kept.folded) values[kept.folded] = foldText(typeof value === 'string' ? value : null);
  }
  return values;
}

async function refuseTaken(served: Served, values: Json, ownId: number | undefined, { db }: Context) {
  for (const name of served.unique) {
    const kept = served.columns[name];
    if (!kept || values[kept.name] === undefined) continue;
    const other = await anyTable(db)
      .selectFrom(served.table)
      .select('id')
      .where(column(served, kept.name), '=', values[kept.name])
      .executeTakeFirst();
    if (other && other.id !== ownId) {
      throw new Problem(422, [invalid(attributePointer(name), { code: 'taken' })]);
    }
  }
}

/** Runs a check and merges its errors with the earlier ones, so that a form shows all of them at once. */
function collect(problems: Problem['errors'], check: () => Json): Json {
  let input: Json = {};
  try {
    input = check();
  } catch (error) {
    if (error instanceof Problem && error.status === 422) throw new Problem(422, [...error.errors, ...problems]);
    throw error;
  }
  if (problems.length > 0) throw new Problem(422, problems);
  return input;
}
