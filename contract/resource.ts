import type { Attribute, Values, Writable } from './attribute.ts';
import type { Identifier, RecordMeta } from './document.ts';

/** How the value of `filter[name]` is parsed and matched. */
export type FilterKind =
  /** Attribute equals any of the given values. */
  | 'equals'
  /** Case-insensitive substring match; `%` and `_` are literal. */
  | 'contains'
  /** Any of the given record ids. */
  | 'id'
  /** true/false/1/0/t/f; both values filter. */
  | 'boolean'
  /** Like boolean, but false has no effect. */
  | 'flag'
  /** Unix seconds. */
  | 'unix';

export interface Filter {
  kind: FilterKind;
  /** The attribute that an `equals` or `contains` filter compares. */
  attribute?: string;
  /** The resource whose ids an `id` filter takes; defaults to the filtered resource itself. */
  of?: ResourceType;
}

export interface ToOne {
  type: ResourceType;
  /** Which requests may set it. A create may also use `attributes.{name}_id`. */
  write: Writable;
  required: boolean;
}

export interface ToMany {
  type: ResourceType;
  /** Whether members can be added and removed at the relationship's URL. */
  write: 'never' | 'members';
}

export interface Action {
  method: 'GET' | 'POST' | 'PUT';
  /** `/{resource}/{id}/{name}` or `/{resource}/{name}`. */
  on: 'record' | 'collection';
  /** Accepted `data.attributes`. */
  input: Readonly<Record<string, Attribute>>;
  /** Content of the response's `data`. */
  returns: 'record' | 'list' | 'counts' | 'history';
  /** Resource type of the response, if it differs. */
  of?: ResourceType;
  /** Missing in the service document: other tenants do not have it. */
  isExtension?: boolean;
}

export type ResourceType =
  | 'rooms'
  | 'suggestions'
  | 'support_draft_messages'
  | 'clients'
  | 'master_keywords'
  | 'messages'
  | 'users';

/** Supported writes; others are answered with 501. */
export type Write = 'create' | 'update' | 'delete';

export interface Resource {
  type: ResourceType;
  attributes: Readonly<Record<string, Attribute>>;
  one: Readonly<Record<string, ToOne>>;
  many: Readonly<Record<string, ToMany>>;
  filters: Readonly<Record<string, Filter>>;
  /** Sort fields besides `id` and the attributes: our own extension, which other tenants reject. */
  sorts: readonly string[];
  actions: Readonly<Record<string, Action>>;
  writes: readonly Write[];
}

type Declaration = Partial<Resource> & Pick<Resource, 'type' | 'attributes'>;
type Default<K extends keyof Resource> = K extends 'writes' | 'sorts' ? Resource[K] : Record<never, never>;
type Declared<R extends Declaration> = {
  [K in keyof Resource]: R extends { [P in K]: infer Said extends Resource[K] } ? Said : Default<K>;
};

const defaults = { one: {}, many: {}, filters: {}, sorts: [], actions: {}, writes: ['create', 'update', 'delete'] };

/** Declares a resource. Omitted members are empty, except that `writes` defaults to all three. */
export function defineResource<const R extends Declaration>(resource: R): Declared<R> {
  // `Declared` describes this spread, but TypeScript cannot infer a mapped type from it.
  return { ...defaults, ...resource } as unknown as Declared<R>;
}

/** A record in the dashboard, with flattened attributes. */
export type Row<R extends Resource> = Values<R['attributes']> & {
  id: string;
  type: R['type'];
  /** Linkage of the to-one relationships; undefined if the tenant did not send it. */
  one: { [K in keyof R['one']]?: Identifier | null };
  meta: RecordMeta;
  /** Attributes unknown to the contract, unchanged. */
  more: Record<string, unknown>;
};

/** Attributes of a create or update request. */
export type Input<R extends Resource> = Partial<Values<R['attributes']>>;

export type AttributeName<R extends Resource> = keyof R['attributes'] & string;

export type ActionName<R extends Resource> = keyof R['actions'] & string;

/** Input of an action. */
export type ActionInput<R extends Resource, A extends ActionName<R>> = R['actions'][A] extends {
  input: infer I extends Readonly<Record<string, Attribute>>;
}
  ? Partial<Values<I>>
  : never;

/** The `sort` fields of every tenant: `id` and every attribute with an order. */
export function sortNames(resource: Resource): string[] {
  const ordered = Object.entries(resource.attributes).filter(
    ([, attribute]) => attribute.kind !== 'object' && attribute.kind !== 'list',
  );
  return ['id', ...ordered.map(([name]) => name)];
}

/** Valid first steps of an `include` path. */
export function relationshipNames(resource: Resource): string[] {
  return [...Object.keys(resource.one), ...Object.keys(resource.many)];
}
