import type { Expression, Selectable, SqlBool } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type {
  ActionInput,
  ActionName,
  AttributeName,
  Filter,
  FilterKind,
  Resource,
  ResourceType,
} from '#contract/resource.ts';
import type { Caller, Role } from '../access/caller.ts';
import type { Tables } from '../db/tables.ts';
import { type Column, plainColumn, type Stored } from './column.ts';
import type { Context } from './context.ts';

/** The table that says which records a to-many relationship holds, and its columns with the two ids. */
export interface Link {
  table: keyof Tables;
  owner: string;
  member: string;
}

/** What an action or a hook orders a list by, before anything the request asks for. */
export interface Order {
  by: Expression<unknown>;
  direction: 'asc' | 'desc';
  isNullable?: boolean;
}

/** What an action leads to: one record, given rows, a list that the request may page and sort, or `meta` alone. */
export type Outcome =
  | { record: Stored; created?: boolean; meta?: Json }
  | { rows: Stored[]; meta: Json }
  | { where: Expression<SqlBool>; order: Order[] }
  | { meta: Json };

export interface ActionCall<Row, Input> {
  context: Context;
  /** The record in the path; undefined for an action of the collection. */
  row: Row;
  input: Input;
  /** Top-level `meta` of the body. */
  meta: Json;
  query: ListQuery;
  /** What the caller may see of the answered resource, and what the query's filters leave of it. */
  matching(): Expression<SqlBool>[];
}

interface FilterValues {
  id: number;
  boolean: boolean;
  flag: true;
  unix: number;
  /** All of them: a row must contain one. */
  contains: readonly string[];
  equals: unknown;
}
export type Condition = Expression<SqlBool>;
/** Of several conditions all must hold. */
type FilterRule<K extends FilterKind> = (
  value: FilterValues[K],
  context: Context,
) => Condition | Condition[] | undefined;

/** Every operation that needs a rule: `read`, the writes offered, `members` where a relationship has them, the actions. */
export type Rules = Readonly<Record<string, readonly Role[]>>;

/** What one resource adds to the protocol. `T` is its table. */
export interface Hooks<R extends Resource, T extends keyof Tables> {
  table: T;
  /** Who may do what. */
  rules: Rules;
  /** Attributes that are not kept under their own name in the plain way. */
  columns?: { [A in AttributeName<R>]?: Partial<Column> };
  many?: { [M in keyof R['many']]: Link };
  /** Filters that are more than a comparison with one column. One value each; several are any-of. */
  filters?: { [N in keyof R['filters']]?: FilterRule<R['filters'][N]['kind']> };
  /** The rows that this caller may know of; undefined for all. */
  scope?(caller: Caller): Expression<SqlBool> | undefined;
  /** Order asked for by something else than `sort`. */
  order?(query: ListQuery): Order[];
  /** Rows that come before all others, whatever the order. */
  first?(query: ListQuery, context: Context): Expression<SqlBool> | undefined;
  /** How many rows the query's conditions leave, where that is known by a shorter way than by counting them. */
  count?(query: ListQuery, where: readonly Expression<SqlBool>[], context: Context): Promise<number | undefined>;
  /** Whether the state of a record is open to the operation, for callers whose role is. */
  can?(operation: string, row: Selectable<Tables[T]>, caller: Caller): boolean;
  /** What a record's `meta` says beside its version and what the caller may do. */
  meta?(row: Selectable<Tables[T]>): Json;
  /** Attributes whose values no two records share. */
  unique?: readonly AttributeName<R>[];
  /** Columns that the service sets on a new record. `values` are the columns that the request gave. */
  onCreate?(values: Json, context: Context): Json | Promise<Json>;
  afterCreate?(row: Selectable<Tables[T]>, context: Context): Promise<void>;
  /** Columns that the service sets beside those of a change. Throws where the record's state forbids it. */
  onUpdate?(values: Json, row: Selectable<Tables[T]>, context: Context): Json | Promise<Json>;
  actions?: {
    [A in ActionName<R>]: (
      call: ActionCall<R['actions'][A]['on'] extends 'record' ? Selectable<Tables[T]> : undefined, ActionInput<R, A>>,
    ) => Promise<Outcome>;
  };
}

/** A resource with its hooks, as the protocol uses it: everything resolved, the table's own types forgotten. */
export interface Served {
  resource: Resource;
  table: keyof Tables;
  rules: Rules;
  columns: Readonly<Record<string, Column>>;
  many: Readonly<Record<string, Link>>;
  filters: Readonly<Record<string, (value: unknown, context: Context) => Condition | Condition[] | undefined>>;
  unique: readonly string[];
  scope(caller: Caller): Expression<SqlBool> | undefined;
  order(query: ListQuery): Order[];
  first(query: ListQuery, context: Context): Expression<SqlBool> | undefined;
  count(query: ListQuery, where: readonly Expression<SqlBool>[], context: Context): Promise<number | undefined>;
  can(operation: string, row: Stored, caller: Caller): boolean;
  meta(row: Stored): Json;
  onCreate(values: Json, context: Context): Json | Promise<Json>;
  afterCreate(row: Stored, context: Context): Promise<void>;
  onUpdate(values: Json, row: Stored, context: Context): Json | Promise<Json>;
  actions: Readonly<Record<string, (call: ActionCall<Stored | undefined, Json>) => Promise<Outcome>>>;
}

export type AllServed = ReadonlyMap<ResourceType, Served>;

const noHooks = {
  many: {},
  filters: {},
  unique: [],
  actions: {},
  scope: () => undefined,
  order: () => [],
  first: () => undefined,
  count: async () => undefined,
  can: () => true,
  meta: () => ({}),
  onCreate: () => ({}),
  afterCreate: async () => {},
  onUpdate: () => ({}),
};

/** Joins a resource and its hooks. Throws where a filter, relationship, action or rule is missing: at start, not in use. */
export function serve<const R extends Resource, T extends keyof Tables>(resource: R, hooks: Hooks<R, T>): Served {
  const columns: Record<string, Column> = {};
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const own: Partial<Column> | undefined = hooks.columns?.[name as AttributeName<R>];
    columns[name] = { ...plainColumn(name, attribute), ...own };
  }
  // Rows come from the table that the hooks are typed by, and inputs are checked against the contract before any
  // hook sees them, so forgetting those types here is safe.
  const served = { ...noHooks, ...hooks, resource, columns } as unknown as Served;
  const missing = [
    ...operations(resource).filter((name) => !served.rules[name]),
    ...Object.keys(resource.many).filter((name) => !served.many[name]),
    ...Object.keys(resource.actions).filter((name) => !served.actions[name]),
    ...Object.entries(resource.filters)
      .filter(([name, filter]) => !served.filters[name] && !isOneColumn(filter, columns))
      .map(([name]) => name),
  ];
  if (missing.length > 0) throw new Error(`${resource.type} has no rule or hook for: ${missing.join(', ')}.`);
  return served;
}

/** Whether a filter compares one column and so needs no rule of its own. */
function isOneColumn({ kind, attribute = '' }: Filter, columns: Readonly<Record<string, Column>>) {
  if (kind === 'id') return true;
  return kind === 'equals' ? columns[attribute] !== undefined : columns[attribute]?.folded !== undefined;
}

/** Names of everything that can be asked of a resource. */
export function operations(resource: Resource): string[] {
  const hasMembers = Object.values(resource.many).some(({ write }) => write === 'members');
  return ['read', ...resource.writes, ...(hasMembers ? ['members'] : []), ...Object.keys(resource.actions)];
}

/** Names of everything that can be done with a record. */
export function recordOperations(resource: Resource): string[] {
  const isOnRecord = (name: string) => resource.actions[name]?.on !== 'collection';
  return operations(resource).filter((name) => name !== 'read' && name !== 'create' && isOnRecord(name));
}

/** The column that holds the id of a to-one relationship. */
export const foreignKey = (relationship: string) => `${relationship}_id`;
