import type { Expression, SqlBool } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { AttributeName, Filter, Resource, ResourceType } from '#contract/resource.ts';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../db/tables.ts';
import { type Column, defaultColumn, type StoredRow } from './column.ts';
import type {
  ActionCall,
  ActionResult,
  Blocked,
  Condition,
  Gradual,
  Hooks,
  JoinTable,
  Order,
  Permissions,
} from './hooks.ts';
import type { Context } from './request/context.ts';

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
  scopeById(caller: Caller): Expression<SqlBool> | undefined;
  hideable: readonly Expression<SqlBool>[];
  isHidden(id: Expression<number>, context: Context): Expression<SqlBool> | undefined;
  order(query: ListQuery): Order[];
  isQuick(query: ListQuery): boolean;
  first(query: ListQuery, context: Context): Expression<SqlBool> | undefined;
  count(query: ListQuery, where: readonly Expression<SqlBool>[], context: Context): Promise<number | undefined>;
  hides(caller: Caller): readonly string[];
  can(operation: string, row: StoredRow, caller: Caller): boolean;
  freshUntilMs(rows: readonly StoredRow[], context: Context): number;
  findBlocked(rows: readonly StoredRow[], context: Context): Promise<readonly Blocked[]>;
  assertAllowed(operation: 'update' | 'delete' | 'members', row: StoredRow, context: Context): void | Promise<void>;
  meta(row: StoredRow): Json;
  summarize?(rows: readonly StoredRow[], context: Context): Promise<ReadonlyMap<number, object>>;
  onCreate(values: Json, context: Context): Json | Promise<Json>;
  afterCreate(row: StoredRow, context: Context): Promise<void>;
  onUpdate(values: Json, row: StoredRow, context: Context): Json | Promise<Json>;
  gradual?: Gradual<string, StoredRow>;
  deletePart?(row: StoredRow, context: Context): Promise<boolean>;
  onDelete(row: StoredRow, context: Context): Promise<void>;
  inBatches: readonly string[];
  actions: Readonly<Record<string, (call: ActionCall<StoredRow | undefined, Json>) => Promise<ActionResult>>>;
}

export type ResourceConfigs = ReadonlyMap<ResourceType, ResourceConfig>;

const defaultHooks = {
  many: {},
  filters: {},
  unique: [],
  inBatches: [],
  hideable: [],
  actions: {},
  scope: () => undefined,
  scopeById: () => undefined,
  isHidden: () => undefined,
  order: () => [],
  isQuick: () => false,
  first: () => undefined,
  count: async () => undefined,
  hides: () => [],
  can: () => true,
  freshUntilMs: () => Number.POSITIVE_INFINITY,
  findBlocked: async () => [],
  assertAllowed: () => {},
  meta: () => ({}),
  onCreate: () => ({}),
  afterCreate: async () => {},
  onUpdate: () => ({}),
  onDelete: async () => {},
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
