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
import { type Column, defaultColumn, type StoredRow } from './column.ts';
import type { Context } from './request/context.ts';

/** The table behind a to-many relationship, and its two id columns. */
export interface JoinTable {
  table: keyof Tables;
  owner: string;
  member: string;
}

/** A sort order set by an action or hook, which precedes the request's own. */
export interface Order {
  by: Expression<unknown>;
  direction: 'asc' | 'desc';
  isNullable?: boolean;
}

/** Result of an action: one record, given rows, a list that the request can page and sort, or `meta` only. */
export type ActionResult =
  | { record: StoredRow; created?: boolean; meta?: Json }
  | { rows: StoredRow[]; meta: Json }
  | { where: Expression<SqlBool>; order: Order[] }
  | { meta: Json };

export interface ActionCall<Row, Input> {
  context: Context;
  /** The record in the path; undefined for a collection action. */
  row: Row;
  input: Input;
  /** Top-level `meta` of the request body. */
  meta: Json;
  query: ListQuery;
  /** The rows visible to the caller, narrowed by the query's filters. */
  matching(): Expression<SqlBool>[];
}

interface FilterValues {
  id: number;
  boolean: boolean;
  flag: true;
  unix: number;
  /** All values at once: a row must contain any of them. */
  contains: readonly string[];
  equals: unknown;
}
export type Condition = Expression<SqlBool>;
/** Several conditions are combined with AND. */
type FilterHook<K extends FilterKind> = (
  value: FilterValues[K],
  context: Context,
) => Condition | Condition[] | undefined;

/** An operation on a record that other rows forbid. */
export interface Blocked {
  operation: string;
  id: number;
}

/** Roles by operation: `read`, the supported writes, `members` if a relationship has them, and the actions. */
export type Permissions = Readonly<Record<string, readonly Role[]>>;

/** The resource-specific part of the API. `T` is its table. */
export interface Hooks<R extends Resource, T extends keyof Tables> {
  table: T;
  /** Roles per operation. */
  permissions: Permissions;
  /** Attributes that need more than the default column mapping. */
  columns?: { [A in AttributeName<R>]?: Partial<Column> };
  many?: { [M in keyof R['many']]: JoinTable };
  /** Filters beyond a comparison with one column. Called per value and combined with OR, except `contains`. */
  filters?: { [N in keyof R['filters']]?: FilterHook<R['filters'][N]['kind']> };
  /** Restricts the rows visible to this caller; undefined for all. */
  scope?(caller: Caller): Expression<SqlBool> | undefined;
  /** A sort order derived from other parameters than `sort`. */
  order?(query: ListQuery): Order[];
  /** True if an index serves the filters and the order of a list, but for the scope. Such lists do not wait. */
  isQuick?(query: ListQuery): boolean;
  /** Rows that sort before all others, whatever the order. */
  first?(query: ListQuery, context: Context): Expression<SqlBool> | undefined;
  /** Counts the matching rows by a faster way than `count(*)`; undefined if there is none. */
  count?(query: ListQuery, where: readonly Expression<SqlBool>[], context: Context): Promise<number | undefined>;
  /** True if the record's state permits the operation, for callers whose role does. */
  can?(operation: string, row: Selectable<Tables[T]>, caller: Caller): boolean;
  /**
   * Finds the operations that `can` allows by the records alone, but other rows forbid. Called once per response, with
   * records whose role and state allow at least one operation.
   */
  findBlocked?(rows: readonly Selectable<Tables[T]>[], context: Context): Promise<readonly Blocked[]>;
  /** Attributes that the caller does not get to see. */
  hides?(caller: Caller): readonly AttributeName<R>[];
  /** Throws if the record's state, or the caller's relation to it, forbids a write that the caller's role may do. */
  assertAllowed?(
    operation: 'update' | 'delete' | 'members',
    row: Selectable<Tables[T]>,
    context: Context,
  ): void | Promise<void>;
  /** Additional `meta` of a record, beside its version and permitted operations. */
  meta?(row: Selectable<Tables[T]>): Json;
  /** Attributes whose values are unique. */
  unique?: readonly AttributeName<R>[];
  /** Server-assigned columns of a new record. `values` are the columns given by the request. */
  onCreate?(values: Json, context: Context): Json | Promise<Json>;
  afterCreate?(row: Selectable<Tables[T]>, context: Context): Promise<void>;
  /** Server-assigned columns of an update. */
  onUpdate?(values: Json, row: Selectable<Tables[T]>, context: Context): Json | Promise<Json>;
  actions?: {
    [A in ActionName<R>]: (
      call: ActionCall<R['actions'][A]['on'] extends 'record' ? Selectable<Tables[T]> : undefined, ActionInput<R, A>>,
    ) => Promise<ActionResult>;
  };
}

/** A resource with its hooks and defaults resolved, and the table's types erased. */
export interface ResourceConfig {
  resource: Resource;
  table: keyof Tables;
  permissions: Permissions;
  columns: Readonly<Record<string, Column>>;
  many: Readonly<Record<string, JoinTable>>;
  filters: Readonly<Record<string, (value: unknown, context: Context) => Condition | Condition[] | undefined>>;
  unique: readonly string[];
  scope(caller: Caller): Expression<SqlBool> | undefined;
  order(query: ListQuery): Order[];
  isQuick(query: ListQuery): boolean;
  first(query: ListQuery, context: Context): Expression<SqlBool> | undefined;
  count(query: ListQuery, where: readonly Expression<SqlBool>[], context: Context): Promise<number | undefined>;
  hides(caller: Caller): readonly string[];
  can(operation: string, row: StoredRow, caller: Caller): boolean;
  findBlocked(rows: readonly StoredRow[], context: Context): Promise<readonly Blocked[]>;
  assertAllowed(operation: 'update' | 'delete' | 'members', row: StoredRow, context: Context): void | Promise<void>;
  meta(row: StoredRow): Json;
  onCreate(values: Json, context: Context): Json | Promise<Json>;
  afterCreate(row: StoredRow, context: Context): Promise<void>;
  onUpdate(values: Json, row: StoredRow, context: Context): Json | Promise<Json>;
  actions: Readonly<Record<string, (call: ActionCall<StoredRow | undefined, Json>) => Promise<ActionResult>>>;
}

export type ResourceConfigs = ReadonlyMap<ResourceType, ResourceConfig>;

const defaultHooks = {
  many: {},
  filters: {},
  unique: [],
  actions: {},
  scope: () => undefined,
  order: () => [],
  isQuick: () => false,
  first: () => undefined,
  count: async () => undefined,
  hides: () => [],
  can: () => true,
  findBlocked: async () => [],
  assertAllowed: () => {},
  meta: () => ({}),
  onCreate: () => ({}),
  afterCreate: async () => {},
  onUpdate: () => ({}),
};

/** Combines a resource with its hooks. Throws at startup if a filter, relationship, action or rule is missing. */
export function configureResource<const R extends Resource, T extends keyof Tables>(
  resource: R,
  hooks: Hooks<R, T>,
): ResourceConfig {
  const columns: Record<string, Column> = {};
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const own: Partial<Column> | undefined = hooks.columns?.[name as AttributeName<R>];
    columns[name] = { ...defaultColumn(name, attribute), ...own };
  }
  // Rows come from the table that types the hooks, and inputs are validated before any hook sees them, so erasing the
  // types is safe.
  const config = { ...defaultHooks, ...hooks, resource, columns } as unknown as ResourceConfig;
  const missing = [
    ...operations(resource).filter((name) => !config.permissions[name]),
    ...Object.keys(resource.many).filter((name) => !config.many[name]),
    ...Object.keys(resource.actions).filter((name) => !config.actions[name]),
    ...Object.entries(resource.filters)
      .filter(([name, filter]) => !config.filters[name] && !isOneColumn(filter, columns))
      .map(([name]) => name),
  ];
  if (missing.length > 0) throw new Error(`${resource.type} has no rule or hook for: ${missing.join(', ')}.`);
  return config;
}

/** True if a filter compares a single column and needs no custom rule. */
function isOneColumn({ kind, attribute = '' }: Filter, columns: Readonly<Record<string, Column>>) {
  if (kind === 'id') return true;
  return kind === 'equals' ? columns[attribute] !== undefined : columns[attribute]?.normalized !== undefined;
}

/** Returns the names of all operations on a resource. */
export function operations(resource: Resource): string[] {
  const hasMembers = Object.values(resource.many).some(({ write }) => write === 'members');
  return ['read', ...resource.writes, ...(hasMembers ? ['members'] : []), ...Object.keys(resource.actions)];
}

/** Returns the names of all operations on a single record, except `read`. */
export function recordOperations(resource: Resource): string[] {
  const isOnRecord = (name: string) => resource.actions[name]?.on !== 'collection';
  return operations(resource).filter((name) => name !== 'read' && name !== 'create' && isOnRecord(name));
}

/** The foreign key column of a to-one relationship. */
export const foreignKey = (relationship: string) => `${relationship}_id`;
