import type { Attribute, Json } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';

/** A record's meaning, independent of its wire format. */
export interface Meant {
  id: string;
  attributes: Json;
  /** Attributes outside the contract. */
  more: Json;
  /** To-one linkage by name; null for an empty relationship. */
  one: Record<string, string | null>;
}

/** The wire variants of a name or value, the documented form first. */
type Ways<Value> = readonly ((value: Value) => unknown)[];

export const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll('_', '-'),
  (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
];

export const ids: Ways<string> = [(id) => id, (id) => Number(id)];

export const types: readonly ((type: string) => string)[] = [
  (type) => type,
  (type) => type.replaceAll('_', '-'),
  (type) => type.replace(/s$/, ''),
  (type) => type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()).replace(/s$/, ''),
];

export const booleans: Ways<boolean> = [
  (is) => is,
  (is) => (is ? 1 : 0),
  (is) => (is ? '1' : '0'),
  (is) => String(is),
  (is) => is || null,
];

export const seconds: Ways<number> = [(unix) => unix, String, (unix) => unix * 1000, (unix) => String(unix * 1000)];

export const moments: Ways<string> = [
  (iso) => iso,
  (iso) => iso.replace('.000Z', 'Z'),
  (iso) => iso.replace('.000Z', '+00:00'),
  (iso) => new Date(Date.parse(iso) + 9 * 3_600_000).toISOString().replace('Z', '+09:00'),
  (iso) => iso.replace('T', ' ').replace('.000Z', ' UTC'),
  (iso) => Date.parse(iso) / 1000,
];

export const structures: Ways<unknown> = [(value) => value, (value) => JSON.stringify(value)];

/** Variants of linkage, where it is present at all. */
export const linkages: readonly ((type: string, id: string | number | null) => unknown)[] = [
  (type, id) => ({ links: { related: 'x' }, data: id === null ? null : { type, id } }),
  (type, id) => ({ data: id === null ? null : { type, id } }),
  (type, id) => (id === null ? { data: null } : { type, id }),
];

export const lists: readonly ((items: unknown[]) => Json)[] = [
  (items) => ({ data: items }),
  (items) => (items.length === 1 ? { data: items[0] } : items.length === 0 ? { data: null } : { data: items }),
  (items) => (items.length === 0 ? {} : { data: items }),
];

export const totals: readonly ((count: number) => Json)[] = [
  (count) => ({ record_count: count }),
  (count) => ({ item_count: String(count) }),
  (total) => ({ total }),
  (count) => ({ count }),
  (count) => ({ total_count: count }),
  (count) => ({ totalItems: count }),
  (count) => ({ totalResourceCount: count }),
  (total) => ({ page: { total } }),
  (count) => ({ pagination: { count } }),
  (records) => ({ pagination: { records } }),
  (count) => ({ stats: { total: { count } } }),
];

/** Picks one of several variants. */
export type Pick = <Way>(ways: readonly Way[]) => Way;

/** Serializes a record as a resource object, with a picked variant for each part. */
export function writeRecord(resource: Resource, meant: Meant, pick: Pick): Json {
  const style = pick(spellings);
  const attributes: Json = { ...meant.more };
  for (const [name, value] of Object.entries(meant.attributes)) {
    const attribute = resource.attributes[name];
    if (value === null && pick([true, false])) continue;
    attributes[style(name)] = attribute ? writeValue(attribute, value, pick) : value;
  }
  const links = Object.entries(meant.one).map(([name, id]) => {
    const type = pick(types)(resource.one[name]?.type ?? '');
    return [style(name), pick(linkages)(type, id === null ? null : (pick(ids)(id) as string))];
  });
  return {
    id: pick(ids)(meant.id),
    type: pick(types)(resource.type),
    attributes,
    ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
  };
}

/** Serializes an attribute value in a picked variant. */
function writeValue({ kind }: Attribute, value: unknown, pick: Pick): unknown {
  if (value === null) return value;
  if (typeof value === 'boolean') return pick(booleans)(value);
  if (kind === 'unix') return pick(seconds)(Number(value));
  if (kind === 'datetime') return pick(moments)(String(value));
  if (kind === 'object' || kind === 'list') return pick(structures)(value);
  return value;
}
