import { API_PREFIX } from '#contract/document.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { ResourceType } from '#contract/resource.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { Written } from './encode.ts';
import { type Included, linkageKey } from './include.ts';
import { foreignKey, recordOperations, type Served } from './served.ts';

/** What the response shows: sparse fieldsets and included records. */
export interface View {
  context: Context;
  fields: ListQuery['fields'];
  /** Undefined if the query includes nothing. */
  included?: Included;
}

/** Serializes one row. */
type Writer<Result> = (row: Stored) => Result;

/** Returns the URL of a record. */
export const recordUrl = ({ origin }: Context, type: ResourceType, id: number) =>
  `${origin}${API_PREFIX}/${type}/${id}`;

/** Returns a record's version in its wire format. */
export const versionOf = (row: Stored) => String(row.version);

/**
 * Returns a serializer of rows to resource objects, including permitted operations. The parts common to all rows are
 * computed once.
 */
export function recordWriter(served: Served, view: View): Writer<Written> {
  const { type, one, many } = served.resource;
  const { caller } = view.context;
  const wanted = Object.hasOwn(view.fields, type) ? view.fields[type] : undefined;
  const isWanted = (name: string) => wanted === undefined || wanted.includes(name);
  const attributes = Object.entries(served.columns).filter(([name]) => isWanted(name));
  const links = [...Object.keys(one), ...Object.keys(many)].filter(isWanted);
  const writeAttributes = membersWriter(
    'attributes',
    attributes.map(([name, { name: kept, read, json }]) => [
      name,
      (row) => json?.(row[kept]) ?? jsonOf(read(row[kept])),
    ]),
  );
  const writeRelationships = membersWriter(
    'relationships',
    links.map((name) => [name, relationshipWriter(served, name, view)]),
  );
  const allowed = recordOperations(served.resource).filter((name) => served.rules[name]?.includes(caller.role));
  const self = `,"type":${JSON.stringify(type)},"links":{"self":"${urlStart(served, view)}`;

  return (row) => {
    let text = `{"id":"${row.id}"${self}${row.id}"}${writeAttributes(row)}${writeRelationships(row)}`;
    const can = allowed.filter((name) => served.can(name, row, caller));
    text += `,"meta":{"version":"${versionOf(row)}","can":${JSON.stringify(can)}`;
    for (const [name, value] of Object.entries(served.meta(row))) text += `,${JSON.stringify(name)}:${jsonOf(value)}`;
    return new Written(`${text}}}`);
  };
}

/** Serializes a relationship's links, and its linkage if it is to-one or loaded. */
export function relationshipWriter(served: Served, name: string, view: View): Writer<string> {
  const { one, many } = served.resource;
  const url = urlStart(served, view);
  const middle = `/relationships/${name}","related":"${url}`;
  const links = ({ id }: Stored) => `{"links":{"self":"${url}${id}${middle}${id}/${name}"}`;
  const target = one[name] ?? many[name];
  const identifier = (id: unknown) => `{"type":${JSON.stringify(target?.type)},"id":"${id}"}`;
  if (one[name]) {
    const key = foreignKey(name);
    return (row) => `${links(row)},"data":${typeof row[key] === 'number' ? identifier(row[key]) : 'null'}}`;
  }
  const linkage = view.included?.linkage.get(linkageKey(served, name));
  return (row) => {
    const ids = linkage?.get(row.id);
    return ids ? `${links(row)},"data":[${ids.map(identifier).join()}]}` : `${links(row)}}`;
  };
}

/** Serializes an object as a further member of another, or nothing if it would be empty. */
function membersWriter(name: string, members: readonly (readonly [name: string, write: Writer<string>])[]) {
  if (members.length === 0) return () => '';
  const parts = members.map(([member, write], index) => {
    const before = index === 0 ? `,"${name}":{` : ',';
    return { before: `${before}${JSON.stringify(member)}:`, write };
  });
  return (row: Stored) => {
    let text = '';
    for (const { before, write } of parts) text += before + write(row);
    return `${text}}`;
  };
}

/** The JSON-escaped URL of a resource's records, up to the id. */
const urlStart = ({ resource }: Served, { context }: View) =>
  JSON.stringify(`${context.origin}${API_PREFIX}/${resource.type}/`).slice(1, -1);

/** Serializes a column's value; integers, booleans and null need no encoding. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'object') return JSON.stringify(value);
  return String(value ?? null);
}
