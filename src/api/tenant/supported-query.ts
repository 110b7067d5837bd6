import type { ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { isUnsupported } from '../capabilities.ts';
import { connection } from '../connection.ts';
import { wireFormat } from './wire-format.ts';

/** A removable part of a read: one filter, one sort field, one included relationship, or the fields of one resource. */
export interface QueryPart {
  kind: 'filter' | 'sort' | 'include' | 'fields';
  name: string;
}

/** Capability key of a part of the reads of an endpoint, such as `GET /rooms sort[name]`. */
export const partKey = (endpoint: string, { kind, name }: QueryPart): string => `${endpoint} ${kind}[${name}]`;

/** Endpoint under which the parts of a resource's reads are recorded: the list's, for single records as well. */
export const listEndpoint = ({ type }: Resource): string => `GET /${type}`;

/** The name in a sort item. */
export const sortName = (item: string): string => item.replace(/^-/, '');

/** Drops query parts that the current tenant does not support, and `fields` unless its names are snake_case. */
export function supportedQuery(endpoint: string, query: Partial<ListQuery>): Partial<ListQuery> {
  const { style } = wireFormat(connection.get());
  const isOut = (part: QueryPart) => part.kind === 'fields' && style !== 'snake';
  return withoutParts(query, (part) => isOut(part) || isUnsupported(partKey(endpoint, part)));
}

/** The query without the parts for which `isOut` is true. */
export function withoutParts(query: Partial<ListQuery>, isOut: (part: QueryPart) => boolean): Partial<ListQuery> {
  const { filter = {}, sort = [], include = [], fields = {} } = query;
  return {
    ...query,
    filter: Object.fromEntries(Object.entries(filter).filter(([name]) => !isOut({ kind: 'filter', name }))),
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !isOut({ kind: 'fields', name }))),
    sort: sort.filter((item) => !isOut({ kind: 'sort', name: sortName(item) })),
    include: include.filter((name) => !isOut({ kind: 'include', name })),
  };
}

/** All removable parts of a query. */
export const partsOf = ({ filter = {}, sort = [], include = [], fields = {} }: Partial<ListQuery>): QueryPart[] => [
  ...Object.keys(filter).map((name): QueryPart => ({ kind: 'filter', name })),
  ...sort.map((item): QueryPart => ({ kind: 'sort', name: sortName(item) })),
  ...include.map((name): QueryPart => ({ kind: 'include', name })),
  ...Object.keys(fields).map((name): QueryPart => ({ kind: 'fields', name })),
];

/** The filter of drafts that also searches the names of their rooms. */
export const SEARCH = 'content_or_room_name_like';
