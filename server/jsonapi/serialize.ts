import {
  API_PREFIX,
  type Identifier,
  type ListDocument,
  type RecordDocument,
  type Relationship,
  type ResourceObject,
} from '#contract/document.ts';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { ResourceType } from '#contract/resource.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { type Included, recordKey } from './include.ts';
import type { Page } from './select-page.ts';
import { foreignKey, recordOperations, type Served } from './served.ts';

/** What a request asked to see, and what was loaded for it. */
export interface View {
  context: Context;
  fields: ListQuery['fields'];
  /** Absent where nothing was asked to be included. */
  included?: Included;
}

/** The address of a record. */
export const recordUrl = ({ origin }: Context, type: ResourceType, id: number) =>
  `${origin}${API_PREFIX}/${type}/${id}`;

/** A row as it travels, with what the caller may do with it. */
export const resourceObject = (served: Served, row: Stored, view: View): ResourceObject =>
  objectMaker(served, view)(row);

/** Makes resource objects of rows; what is the same for all of them is found out once. */
function objectMaker(served: Served, view: View): (row: Stored) => ResourceObject {
  const { resource, rules } = served;
  const { caller } = view.context;
  const wanted = Object.hasOwn(view.fields, resource.type) ? view.fields[resource.type] : undefined;
  const isWanted = (name: string) => wanted === undefined || wanted.includes(name);
  const columns = Object.entries(served.columns).filter(([name]) => isWanted(name));
  const linkNames = [...Object.keys(resource.one), ...Object.keys(resource.many)].filter(isWanted);
  const allowed = recordOperations(resource).filter((name) => rules[name]?.includes(caller.role));

  return (row) => {
    const attributes: Record<string, unknown> = {};
    for (const [name, column] of columns) attributes[name] = column.read(row[column.name]);
    const relationships: Record<string, Relationship> = {};
    for (const name of linkNames) relationships[name] = relationship(served, row, name, view);
    const can = allowed.filter((name) => served.can(name, row, caller));
    return {
      id: String(row.id),
      type: resource.type,
      links: { self: recordUrl(view.context, resource.type, row.id) },
      ...(columns.length > 0 && { attributes }),
      ...(linkNames.length > 0 && { relationships }),
      meta: { version: versionOf(row), can, ...served.meta(row) },
    };
  };
}

/** Links of a relationship, and its linkage where it is to-one or was loaded. */
export function relationship(served: Served, row: Stored, name: string, { context, included }: View): Relationship {
  const record = recordUrl(context, served.resource.type, row.id);
  const links = { self: `${record}/relationships/${name}`, related: `${record}/${name}` };
  const one = served.resource.one[name];
  if (one) return { links, data: identifier(one.type, row[foreignKey(name)]) };
  const many = served.resource.many[name];
  const ids = included?.linkage.get(recordKey(served.resource.type, row.id, name));
  return many && ids ? { links, data: ids.map((id) => ({ type: many.type, id: String(id) })) } : { links };
}

/** `{type, id}` of a linked record; null where none is linked. */
function identifier(type: ResourceType, id: unknown): Identifier | null {
  return id === null || id === undefined ? null : { type, id: String(id) };
}

/** The version of a record as clients see it. */
export const versionOf = (row: Stored) => String(row.version);

/** A document of one record, or of none where a relationship is empty. */
export function recordDocument(served: Served, row: Stored | undefined, view: View): RecordDocument {
  return { data: row ? resourceObject(served, row, view) : null, ...includedMember(view) };
}

/** A document of some records. */
export function rowsDocument(served: Served, rows: readonly Stored[], view: View, meta: ListDocument['meta']) {
  return { data: rows.map(objectMaker(served, view)), ...includedMember(view), meta };
}

/** A document of one page of a list. `path` is the list's own, without the origin and the query. */
export function listDocument(served: Served, page: Page, view: View, path: string, query: ListQuery): ListDocument {
  const { number, size, count, isMinimum, hasNext } = page;
  const pageCount = Math.ceil(count / size);
  const link = (to: number) =>
    `${view.context.origin}${path}?${formatListQuery({ ...query, page: { number: to, size } })}`;
  return {
    ...rowsDocument(served, page.rows, view, {
      record_count: count,
      ...(isMinimum ? { record_count_is_minimum: true } : { page_count: pageCount }),
    }),
    links: {
      first: link(1),
      ...(!isMinimum && { last: link(Math.max(1, pageCount)) }),
      ...(number > 1 && { prev: link(number - 1) }),
      ...(hasNext && { next: link(number + 1) }),
    },
  };
}

function includedMember(view: View) {
  if (!view.included) return {};
  const makers = new Map<Served, ReturnType<typeof objectMaker>>();
  const included = [...view.included.records.values()].map(({ served, row }) => {
    const makeObject = makers.get(served) ?? objectMaker(served, view);
    makers.set(served, makeObject);
    return makeObject(row);
  });
  return { included };
}
