import type { Expression, Selectable, SqlBool } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { ActionInput, ActionName, AttributeName, FilterKind, Resource } from '#contract/resource.ts';
import type { Caller, Role } from '../access/caller.ts';
import type { Tables } from '../db/tables.ts';
import type { Column, StoredRow } from './column.ts';
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

/**
 * Result of an action: one record, given rows, a list that the request can page and sort, or `meta` only. `freshUntilMs`
 * says when the answer changes though nothing is written.
 */
export type ActionResult =
  | { record: StoredRow; created?: boolean; meta?: Json }
  | { rows: StoredRow[]; meta: Json }
  | { where: Expression<SqlBool>; order: Order[] }
  | { meta: Json; freshUntilMs?: number };

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

/** Work that is true once it is done. Each call is a transaction of its own, and takes as little time as `deletePart`. */
export interface Gradual<Attribute, Row> {
  attribute: Attribute;
  before(row: Row, value: unknown, context: Context): Promise<boolean>;
  /** Also after an update that failed, as long as the caller sees the row. */
  after(row: Row, context: Context): Promise<boolean>;
}

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
  /** The same for a row that its id has found, where `scope` reads more than that. A guest's lists are not quick then. */
  scopeById?(caller: Caller): Expression<SqlBool> | undefined;
  /** True for all rows that `scope` may hide from staff, if indexes find them in every quick list. */
  hideable?: readonly Condition[];
  /**
   * The opposite of `scope` for an id, if an index alone decides it; undefined otherwise. So the hits of a search are counted
   * without reading their rows.
   */
  isHidden?(id: Expression<number>, context: Context): Expression<SqlBool> | undefined;
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
  /** Finds the operations that `can` allows by the records alone, but other rows forbid. Called once per response. */
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
  /**
   * Further `meta` of records by their ids, for clients that ask for it by `roomMeta=summary`. Called once per response.
   * Throws 403 if the caller may not have it.
   */
  summarize?(rows: readonly Selectable<Tables[T]>[], context: Context): Promise<ReadonlyMap<number, object>>;
  /** Attributes whose values are unique. */
  unique?: readonly AttributeName<R>[];
  /** Server-assigned columns of a new record. `values` are the columns given by the request. */
  onCreate?(values: Json, context: Context): Json | Promise<Json>;
  afterCreate?(row: Selectable<Tables[T]>, context: Context): Promise<void>;
  /** Server-assigned columns of an update. */
  onUpdate?(values: Json, row: Selectable<Tables[T]>, context: Context): Json | Promise<Json>;
  /**
   * Deletes a part of what belongs to a record, which goes last; false if more is left. Each call is a transaction of its
   * own, and takes so little time that others need not wait long. For records that lead to any number of others.
   */
  deletePart?(row: Selectable<Tables[T]>, context: Context): Promise<boolean>;
  /** What follows in batches from the update of an attribute on SQLite, where a single statement stops every tenant. */
  gradual?: Gradual<AttributeName<R>, Selectable<Tables[T]>>;
  /** Runs before a record is deleted. */
  onDelete?(row: Selectable<Tables[T]>, context: Context): Promise<void>;
  /** Actions that commit several transactions of their own. */
  inBatches?: readonly ActionName<R>[];
  actions?: {
    [A in ActionName<R>]: (
      call: ActionCall<R['actions'][A]['on'] extends 'record' ? Selectable<Tables[T]> : undefined, ActionInput<R, A>>,
    ) => Promise<ActionResult>;
  };
}
