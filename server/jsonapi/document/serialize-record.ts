import { API_PREFIX } from '#contract/document.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { ResourceType } from '#contract/resource.ts';
import type { StoredRow } from '../column.ts';
import { type Included, linkageKey } from '../read/include.ts';
import type { Context } from '../request/context.ts';
import { foreignKey, type ResourceConfig, recordOperations } from '../resource-config.ts';
import { RawJson } from './encode-document.ts';

/** What the response shows: sparse fieldsets and included records. */
export interface View {
  context: Context;
  fields: ListQuery['fields'];
  /** Undefined if the query includes nothing. */
  included?: Included;
  /** Operations that other rows forbid, by `blockedKey`. */
  blocked?: ReadonlySet<string>;
  /** Further `meta` of the records of one resource. */
  summaries?: { config: ResourceConfig; byId: ReadonlyMap<number, object> } | undefined;
}

/** The key of an operation on a record. */
export const blockedKey = ({ resource }: ResourceConfig, operation: string, id: number) =>
  `${operation} ${resource.type} ${id}`;

/** Serializes one row. */
type Serializer<Result> = (row: StoredRow) => Result;

/** Returns the URL of a record. */
export const recordUrl = ({ origin }: Context, type: ResourceType, id: number) =>
  `${origin}${API_PREFIX}/${type}/${id}`;

/** Returns a record's version in its wire format. */
export const versionOf = (row: StoredRow) => String(row.version);

/**
 * Returns a serializer of rows to resource objects, including permitted operations. The parts common to all rows are
 * computed once.
 */
export function recordSerializer(config: ResourceConfig, view: View): Serializer<RawJson> {
  const { type, one, many } = config.resource;
  const { caller } = view.context;
  const wanted = Object.hasOwn(view.fields, type) ? view.fields[type] : undefined;
  const isWanted = (name: string) => wanted === undefined || wanted.includes(name);
  const hidden = config.hides(caller);
  const attributes = Object.entries(config.columns).filter(([name]) => isWanted(name) && !hidden.includes(name));
  const links = [...Object.keys(one), ...Object.keys(many)].filter(isWanted);
  const serializeAttributes = membersSerializer(
    'attributes',
    attributes.map(([name, { name: columnName, decode, json }]) => [
      name,
      (row) => json?.(row[columnName]) ?? attributeJson(decode(row[columnName]), view.context),
    ]),
  );
  const serializeRelationships = membersSerializer(
    'relationships',
    links.map((name) => [name, relationshipSerializer(config, name, view)]),
  );
  const allowed = recordOperations(config.resource).filter((name) => config.permissions[name]?.includes(caller.role));
  const summaries = view.summaries?.config === config ? view.summaries.byId : undefined;
  const blocked = view.blocked?.size ? view.blocked : undefined;
  const isBlocked = (name: string, { id }: StoredRow) => blocked?.has(blockedKey(config, name, id));
  const self = `,"type":${JSON.stringify(type)},"links":{"self":"${urlStart(config, view)}`;

  return (row) => {
    let text = `{"id":"${row.id}"${self}${row.id}"}${serializeAttributes(row)}${serializeRelationships(row)}`;
    const can = allowed.filter((name) => config.can(name, row, caller) && !isBlocked(name, row));
    // Names of operations need no encoding.
    text += `,"meta":{"version":"${versionOf(row)}","can":[${can.map((name) => `"${name}"`).join()}]`;
    const meta = summaries ? { ...config.meta(row), ...summaries.get(row.id) } : config.meta(row);
    for (const [name, value] of Object.entries(meta)) text += `,${JSON.stringify(name)}:${jsonOf(value)}`;
    return new RawJson(`${text}}}`);
  };
}

/** Serializes a relationship's links, and its linkage if it is to-one or loaded. */
export function relationshipSerializer(config: ResourceConfig, name: string, view: View): Serializer<string> {
  const { one, many } = config.resource;
  const url = urlStart(config, view);
  const middle = `/relationships/${name}","related":"${url}`;
  const links = ({ id }: StoredRow) => `{"links":{"self":"${url}${id}${middle}${id}/${name}"}`;
  const target = one[name] ?? many[name];
  const identifier = (id: unknown) => `{"type":${JSON.stringify(target?.type)},"id":"${id}"}`;
  if (one[name]) {
    const key = foreignKey(name);
    return (row) => `${links(row)},"data":${typeof row[key] === 'number' ? identifier(row[key]) : 'null'}}`;
  }
  const linkage = view.included?.linkage.get(linkageKey(config, name));
  return (row) => {
    const ids = linkage?.get(row.id);
    return ids ? `${links(row)},"data":[${ids.map(identifier).join()}]}` : `${links(row)}}`;
  };
}

/** Serializes an object as a further member of another, or nothing if it would be empty. */
function membersSerializer(name: string, members: readonly (readonly [name: string, write: Serializer<string>])[]) {
  if (members.length === 0) return () => '';
  const parts = members.map(([member, serialize], index) => {
    const before = index === 0 ? `,"${name}":{` : ',';
    return { before: `${before}${JSON.stringify(member)}:`, write: serialize };
  });
  return (row: StoredRow) => {
    let text = '';
    for (const { before, write: serialize } of parts) text += before + serialize(row);
    return `${text}}`;
  };
}

/** The JSON-escaped URL of a resource's records, up to the id. */
const urlStart = ({ resource }: ResourceConfig, { context }: View) =>
  JSON.stringify(`${context.origin}${API_PREFIX}/${resource.type}/`).slice(1, -1);

/** Serializes an attribute. Takes its growth by escaping (up to sixfold) from the budget, which counted raw text. */
function attributeJson(value: unknown, { budget }: Context): string {
  const text = jsonOf(value);
  if (typeof value === 'string') budget?.take(0, text.length - value.length);
  return text;
}

/** Serializes a column's value; integers, booleans and null need no encoding. */
function jsonOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'object') return JSON.stringify(value);
  return String(value ?? null);
}
