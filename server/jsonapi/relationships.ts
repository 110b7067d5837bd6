import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { type Answer, type Api, addReading, addUnoffered, addWriting, type Call, readQuery } from './api.ts';
import type { Stored } from './column.ts';
import { Written } from './encode.ts';
import { linkageKey, selectPairs, servedOf } from './include.ts';
import { invalid } from './input.ts';
import { findLinked, isSettable } from './links.ts';
import { notFound, Problem, problem } from './problem.ts';
import { readDocument, readIdentifier } from './read-document.ts';
import { answerList } from './reading.ts';
import { anyTable, column, recordId, selectRow, selectRows, selectRowToChange } from './select.ts';
import { recordDocument } from './serialize.ts';
import { foreignKey, type Served } from './served.ts';
import { refuseStale, showingCurrent } from './version.ts';
import { loadView } from './view.ts';
import { relationshipWriter, type View } from './write-record.ts';
import { changeRow } from './writing.ts';

const MOST_MEMBERS = 1_000;

/** Mounts the routes of each relationship and of its related records. */
export function mountRelationships(api: Api, served: Served): void {
  const { resource } = served;
  const roles = served.rules.read ?? [];
  for (const name of [...Object.keys(resource.one), ...Object.keys(resource.many)]) {
    const isOne = Object.hasOwn(resource.one, name);
    const read = isOne ? readOne : readMany;
    const path = `/v1/${resource.type}/:id/relationships/${name}`;
    const methods = ['GET'];
    addReading(api, { methods, path, roles, work: (call) => answerLinkage(served, name, call) });
    addReading(api, {
      methods,
      path: `${path}/:childId`,
      roles,
      work: (call) => answerLinked(api, served, name, call),
    });
    addReading(api, {
      methods,
      path: `/v1/${resource.type}/:id/${name}`,
      roles,
      work: (call) => read(api, served, name, call),
    });
    if (isOne) mountOneWriting(api, served, name, path);
    else mountManyWriting(api, served, name, path);
  }
}

function mountOneWriting(api: Api, served: Served, name: string, path: string) {
  const { one, writes, type } = served.resource;
  const target = one[name];
  const methods = ['PUT', 'PATCH'];
  if (!writes.includes('update')) return addUnoffered(api, methods, path, 501, `${type} does not offer update.`);
  if (!target || !isSettable(target, 'update')) {
    return addUnoffered(api, methods, path, 403, `${name} is not changed once the record is made.`);
  }
  addWriting(api, {
    methods,
    path,
    roles: served.rules.update ?? [],
    work: async (call) => {
      const row = await selectRowToChange(served, call.id, call.context);
      const { data, meta } = readDocument(call.body);
      if (data === undefined) throw problem(400, '106', 'The body has no data.');
      const id = readIdentifier(data, target.type, '/data');
      if (id === null && target.required) throw new Problem(422, [invalid('/data', { code: 'required' })]);
      const values: Json = {
        [foreignKey(name)]: id === null ? null : await findLinked(api, target, id, '/data', call.context),
      };
      return showingCurrent(served, call.context, async () => {
        refuseStale(row, meta);
        const extra = await served.onUpdate(values, row, call.context);
        await changeRow(served, row, { ...values, ...extra }, call.context);
        return answerLinkage(served, name, call);
      });
    },
  });
}

function mountManyWriting(api: Api, served: Served, name: string, path: string) {
  const link = served.many[name];
  const target = served.resource.many[name];
  addUnoffered(api, ['PUT', 'PATCH'], path, 403, `${name} are not replaced as a whole.`);
  if (!link || !target || target.write === 'never') {
    return addUnoffered(api, ['POST', 'DELETE'], path, 403, `${name} are not changed through this relationship.`);
  }
  const roles = served.rules.members ?? [];
  const work =
    (write: (owner: Stored, ids: readonly number[], call: Call) => Promise<unknown>) => async (call: Call) => {
      const owner = await selectRow(served, call.id, call.context);
      const { data } = readDocument(call.body);
      const ids = await readMembers(targetOf(api, served, name), data, call);
      if (ids.length > 0) await write(owner, ids, call);
      return answerLinkage(served, name, call);
    };
  addWriting(api, {
    methods: ['POST'],
    path,
    roles,
    work: work((owner, ids, { context }) =>
      anyTable(context.db)
        .insertInto(link.table)
        .values(ids.map((id) => ({ [link.owner]: owner.id, [link.member]: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    ),
  });
  addWriting(api, {
    methods: ['DELETE'],
    path,
    roles,
    work: work((owner, ids, { context }) =>
      anyTable(context.db)
        .deleteFrom(link.table)
        .where(link.owner, '=', owner.id)
        .where(link.member, 'in', ids)
        .execute(),
    ),
  });
}

/**
 * Reads the ids of the linked records. Throws 400 if `data` is not a list of identifiers, 404 if a record does not
 * exist.
 */
async function readMembers(target: Served, data: unknown, { context }: Call): Promise<number[]> {
  if (!Array.isArray(data)) throw problem(400, '122', 'data must be a list of linked records.');
  if (data.length > MOST_MEMBERS) throw problem(400, '400', `data may name ${MOST_MEMBERS} records at a time.`);
  const ids = data.map((item, index) => {
    const pointer = `/data/${index}`;
    const id = readIdentifier(item, target.resource.type, pointer);
    if (id === null) throw problem(400, '122', 'A list of linked records holds no null.', { source: { pointer } });
    return recordId(id);
  });
  const known = ids.filter((id) => id !== undefined);
  const found = new Set((await selectRows(target, known, context)).map((row) => row.id));
  const missing = ids.findIndex((id) => id === undefined || !found.has(id));
  if (missing >= 0) throw notFound({ pointer: `/data/${missing}` });
  return [...new Set(known)];
}

/** `GET /{type}/{id}/relationships/{name}`: links and linkage. */
async function answerLinkage(served: Served, name: string, { id, context }: Call): Promise<Answer> {
  const row = await selectRow(served, id, context);
  const view: View = { context, fields: {} };
  if (Object.hasOwn(served.resource.many, name)) {
    const pairs = await selectPairs(served, name, [row.id], context);
    const ids = new Map([[row.id, pairs.map(({ member }) => member)]]);
    view.included = { records: new Map(), linkage: new Map([[linkageKey(served, name), ids]]) };
  }
  return { document: new Written(relationshipWriter(served, name, view)(row)) };
}

/** `GET /{type}/{id}/relationships/{name}/{childId}`: the related record. */
async function answerLinked(api: Api, served: Served, name: string, call: Call): Promise<Answer> {
  const { id, childId, context, search } = call;
  const row = await selectRow(served, id, context);
  const target = targetOf(api, served, name);
  const query = readQuery(api, target, search);
  const member = recordId(childId);
  if (member === undefined || !(await isLinked(served, name, row, member, call))) throw notFound();
  const linked = await selectRow(target, childId, context);
  return { document: recordDocument(target, linked, await loadView(api, target, [linked], query, context)) };
}

async function isLinked(served: Served, name: string, row: Stored, member: number, { context }: Call) {
  if (Object.hasOwn(served.resource.one, name)) return row[foreignKey(name)] === member;
  const link = served.many[name];
  if (!link) return false;
  const pairs = anyTable(context.db).selectFrom(link.table).select(link.member);
  const pair = await pairs.where(link.owner, '=', row.id).where(link.member, '=', member).executeTakeFirst();
  return pair !== undefined;
}

async function readOne(api: Api, served: Served, name: string, { id, context, search }: Call): Promise<Answer> {
  const row = await selectRow(served, id, context);
  const target = targetOf(api, served, name);
  const query = readQuery(api, target, search);
  const linkedId = row[foreignKey(name)];
  const found = typeof linkedId === 'number' ? await selectRows(target, [linkedId], context) : [];
  return { document: recordDocument(target, found[0], await loadView(api, target, found, query, context)) };
}

async function readMany(api: Api, served: Served, name: string, call: Call): Promise<Answer> {
  const row = await selectRow(served, call.id, call.context);
  const target = targetOf(api, served, name);
  const link = served.many[name];
  if (!link) throw notFound();
  const members = anyTable(call.context.db).selectFrom(link.table).select(sql.ref(link.member).as('member'));
  const isMember = sql<boolean>`${column(target, 'id')} in (${members.where(link.owner, '=', row.id)})`;
  return answerList(api, target, call, [isMember]);
}

function targetOf(api: Api, { resource }: Served, name: string): Served {
  const type = resource.one[name]?.type ?? resource.many[name]?.type;
  if (!type) throw notFound();
  return servedOf(api.all, type);
}
