import type { Json } from '#contract/attribute.ts';
import type { AttributeName, Filter, Resource, ResourceType } from '#contract/resource.ts';
import type { Tables } from '../db/tables.ts';
import { type Column, defaultColumn, type StoredRow } from './column.ts';
import type { ActionCall, ActionResult, Hooks } from './hooks.ts';

/** Hooks of any resource. */
type AnyHooks = Hooks<Resource, keyof Tables, StoredRow>;
/** Hooks that a resource has or has not. The others have defaults. */
type OptionalHooks = Pick<AnyHooks, 'summarize' | 'gradual' | 'deleteBatch'>;
type DefaultedHooks = Required<Omit<AnyHooks, keyof OptionalHooks | 'columns' | 'actions'>>;

/** A resource with its hooks and defaults resolved, and the table's types erased. */
export interface ResourceConfig extends DefaultedHooks, OptionalHooks {
  resource: Resource;
  columns: Readonly<Record<string, Column>>;
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
  findUnfit: async () => new Map(),
  meta: () => ({}),
  requires: () => [],
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
