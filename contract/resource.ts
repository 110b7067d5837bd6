import type { Attribute, Values } from './attribute.ts';
import type { Identifier, RecordMeta } from './document.ts';

/** How the value of `filter[name]` is read and what it selects. */
export type FilterKind =
  /** Any of the given values of an attribute. */
  | 'equals'
  /** A part of a text, case-blind, `%` and `_` literal. */
  | 'contains'
  /** The id of a record, any of several. */
  | 'id'
  /** true/false/1/0/t/f; both values select. */
  | 'boolean'
  /** As boolean, but only true selects; false changes nothing. */
  | 'flag'
  /** Seconds since 1970. */
  | 'unix';

export interface Filter {
  kind: FilterKind;
  /** The attribute that an `equals` or a `contains` looks at. */
  attribute?: string;
  /** The resource whose ids an `id` filter takes; left out for the record's own. */
  of?: ResourceType;
}

export interface ToOne {
  type: ResourceType;
  /** Which requests may set it; one that creates a record may also name it as `attributes.{name}_id`. */
  write: 'never' | 'create' | 'always';
  required: boolean;
}

export interface ToMany {
  type: ResourceType;
  /** Whether members may be added and removed through the relationship's own address. */
  write: 'never' | 'members';
}

export interface Action {
  method: 'GET' | 'POST' | 'PUT';
  /** `/{resource}/{id}/{name}` or `/{resource}/{name}`. */
  on: 'record' | 'collection';
  /** What the action may be given as `data.attributes`. */
  input: Readonly<Record<string, Attribute>>;
  /** What `data` of the answer holds. */
  answers: 'record' | 'list' | 'counts';
  /** The resource that is answered, where it is another one. */
  of?: ResourceType;
}

export type ResourceType =
  | 'rooms'
  | 'suggestions'
  | 'support_draft_messages'
  | 'clients'
  | 'master_keywords'
  | 'messages'
  | 'users';

/** Requests a resource offers besides reading: others are answered 501. */
export type Write = 'create' | 'update' | 'delete';

export interface Resource {
  type: ResourceType;
  attributes: Readonly<Record<string, Attribute>>;
  one: Readonly<Record<string, ToOne>>;
  many: Readonly<Record<string, ToMany>>;
  filters: Readonly<Record<string, Filter>>;
  actions: Readonly<Record<string, Action>>;
  writes: readonly Write[];
}

type Declaration = Partial<Resource> & Pick<Resource, 'type' | 'attributes'>;
type Unsaid<K extends keyof Resource> = K extends 'writes' ? Resource['writes'] : Record<never, never>;
type Declared<R extends Declaration> = {
  [K in keyof Resource]: R extends { [P in K]: infer Said extends Resource[K] } ? Said : Unsaid<K>;
};

const unsaid = { one: {}, many: {}, filters: {}, actions: {}, writes: ['create', 'update', 'delete'] };

/** Declares a resource. Everything left out is empty; all three writes are offered unless said. */
export function defineResource<const R extends Declaration>(resource: R): Declared<R> {
  // The spread is what Declared describes; TypeScript cannot follow a mapped type through it.
  return { ...unsaid, ...resource } as unknown as Declared<R>;
}

/** A record as the dashboard holds it: attributes flat, everything else beside them. */
export type Row<R extends Resource> = Values<R['attributes']> & {
  id: string;
  type: R['type'];
  /** Linkage of the to-one relationships; undefined where the tenant did not say. */
  one: { [K in keyof R['one']]?: Identifier | null };
  meta: RecordMeta;
  /** Attributes that the contract does not know, as they came. */
  more: Record<string, unknown>;
};

/** What a create or an update of the resource may send. */
export type Input<R extends Resource> = Partial<Values<R['attributes']>>;

/** Name of an attribute of the resource. */
export type AttributeName<R extends Resource> = keyof R['attributes'] & string;

/** Name of an action of the resource. */
export type ActionName<R extends Resource> = keyof R['actions'] & string;

/** What an action of the resource may be given. */
export type ActionInput<R extends Resource, A extends ActionName<R>> = R['actions'][A] extends {
  input: infer I extends Readonly<Record<string, Attribute>>;
}
  ? Partial<Values<I>>
  : never;

/** Names that `sort` takes: `id` and every attribute that has an order. */
export function sortNames(resource: Resource): string[] {
  const ordered = Object.entries(resource.attributes).filter(
    ([, attribute]) => attribute.kind !== 'object' && attribute.kind !== 'list',
  );
  return ['id', ...ordered.map(([name]) => name)];
}

/** Names that `include` takes without a dot. */
export function relationshipNames(resource: Resource): string[] {
  return [...Object.keys(resource.one), ...Object.keys(resource.many)];
}
