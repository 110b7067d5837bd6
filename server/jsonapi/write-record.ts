import { API_PREFIX } from '#contract/document.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { ResourceType } from '#contract/resource.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { Written } from './encode.ts';
import { type Included, linkageKey } from './include.ts';
import { foreignKey, recordOperations, type Served } from './served.ts';

/** What a request asked to see, and what was loaded for it. */
export interface View {
  context: Context;
  fields: ListQuery['fields'];
  /** Absent where nothing was asked to be included. */
  included?: Included;
}

/** Writes one row as JSON. */
type Writer<Result> = (row: Stored) => Result;

/** The address of a record. */
export const recordUrl = ({ origin }: Context, type: ResourceType, id: number) =>
  `${origin}${API_PREFIX}/${type}/${id}`;

/** The version of a record as clients see it. */
export const versionOf = (row: Stored) => String(row.version);

/** Writes rows as resource objects, with what the caller may do with each; what all have in common is put together once. */
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

/** Writes the links of a relationship, and its linkage where it is to-one or was loaded. */
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

/** Writes an object as one more member of another, or nothing where it would be empty. */
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

/** The addresses of a resource's records up to the id, as they stand within a JSON text. */
const urlStart = ({ resource }: Served, { context }: View) =>
  JSON.stringify(`${context.origin}${API_PREFIX}/${resource.type}/`).slice(1, -1);

/** The JSON of what a column reads: whole numbers, truth values and null are written as they are. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'object') return JSON.stringify(value);
  return String(value ?? null);
}
