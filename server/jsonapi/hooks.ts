import type { Expression, Selectable, SqlBool } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { ErrorObject } from '#contract/document.ts';
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
 * Result of an action: one record, given rows, a list that the request can page and sort, or `meta` only. After
 * `freshUntilMs` (Unix), the answer is stale even if nothing was written.
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

/** Why records cannot be linked, by id: the error at the given pointer. */
export type Unfit = ReadonlyMap<number, (pointer: string) => ErrorObject>;

/** Roles by operation: `read`, the supported writes, `members` if a relationship has them, and the actions. */
export type Permissions = Readonly<Record<string, readonly Role[]>>;

/** Work in batches. Each call is a short transaction, and returns how many rows it changed: 0 once nothing is left. */
export interface BatchedUpdate<Attribute, Row> {
  attribute: Attribute;
  before(row: Row, value: unknown, context: Context): Promise<number>;
  /** Also runs after a failed update, as long as the caller sees the row. */
  after(row: Row, context: Context): Promise<number>;
}

/** The resource-specific part of the API. `T` is its table, and `Row` a row of it. */
export interface Hooks<R extends Resource, T extends keyof Tables, Row = Selectable<Tables[T]>> {
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
  /** A cheaper `scope` for rows looked up by id. If given, a guest's lists do not count as quick. */
  scopeById?(caller: Caller): Expression<SqlBool> | undefined;
  /** Conditions met by all rows that `scope` may hide from staff. An index must find these in every quick list. */
  hideable?: readonly Condition[];
  /**
   * The negation of `scope` for an id, if an index alone decides it; undefined otherwise. Lets search hits be counted
   * without reading their rows.
   */
  isHidden?(id: Expression<number>, context: Context): Expression<SqlBool> | undefined;
  /** A sort order derived from parameters other than `sort`. */
  order?(query: ListQuery): Order[];
  /** True if an index serves a list's filters and order, apart from the scope. Such lists run without queueing. */
  isQuick?(query: ListQuery): boolean;
  /** Rows that sort before all others, whatever the order. */
  first?(query: ListQuery, context: Context): Expression<SqlBool> | undefined;
  /** Counts the matching rows in a faster way than `count(*)`; undefined if there is none. */
  count?(query: ListQuery, where: readonly Expression<SqlBool>[], context: Context): Promise<number | undefined>;
  /** True if the record's state permits the operation, for callers whose role does. */
  can?(operation: string, row: Row, caller: Caller): boolean;
  /** The time until which `can` keeps its results for these rows if nothing is written, in Unix milliseconds. */
  freshUntilMs?(rows: readonly Row[], context: Context): number;
  /** Finds operations that `can` permits but other rows forbid. Called once per response. */
  findBlocked?(rows: readonly Row[], context: Context): Promise<readonly Blocked[]>;
  /** Attributes that are hidden from the caller. */
  hides?(caller: Caller): readonly AttributeName<R>[];
  /** Throws if the record's state, or the caller's relation to it, forbids a write that the caller's role may do. */
  assertAllowed?(operation: 'update' | 'delete' | 'members', row: Row, context: Context): void | Promise<void>;
  /** Finds the records that cannot be added to a to-many relationship of the row. */
  findUnfit?(row: Row, ids: readonly number[], context: Context): Promise<Unfit>;
  /** Additional `meta` of a record, beside its version and permitted operations. */
  meta?(row: Row): Json;
  /**
   * Additional `meta` by record id, for requests with `roomMeta=summary`. Called once per response. Throws 403 if the
   * caller may not see it.
   */
  summarize?(rows: readonly Row[], context: Context): Promise<ReadonlyMap<number, object>>;
  /**
   * Attributes that must be a text that is not blank, although the contract does not require it: on an update only those
   * that are given. `given` is not validated.
   */
  requires?(given: Json, row: Row | undefined): readonly AttributeName<R>[];
  /** Attributes whose values are unique texts. */
  unique?: readonly AttributeName<R>[];
  /** Server-assigned columns of a new record. `values` are the columns given by the request. */
  onCreate?(values: Json, context: Context): Json | Promise<Json>;
  afterCreate?(row: Row, context: Context): Promise<void>;
  /** Server-assigned columns of an update. */
  onUpdate?(values: Json, row: Row, context: Context): Json | Promise<Json>;
  /**
   * Deletes a batch of the rows that belong to a record; false if more are left, else the record itself is deleted
   * next, in the same transaction. Each call is a short one, so that others need not wait long.
   */
  deleteBatch?(row: Row, context: Context): Promise<boolean>;
  /** Follow-up updates that run in batches on SQLite, because one long statement would block every tenant. */
  gradual?: BatchedUpdate<AttributeName<R>, Row>;
  /** Actions that commit several transactions of their own. */
  inBatches?: readonly ActionName<R>[];
  actions?: {
    [A in ActionName<R>]: (
      call: ActionCall<R['actions'][A]['on'] extends 'record' ? Row : undefined, ActionInput<R, A>>,
    ) => Promise<ActionResult>;
  };
}
