import type { Attribute, Json } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';
import { asRecord, parseJson } from '#src/lib/json.ts';
import type { Tenant } from '../connection.ts';
import { spell, type WrittenByPath, wireFormat } from './wire-format.ts';

/**
 * Attributes in the key casing and encoding of the tenant `from`, as far as seen. `inputs` are those of an action, by
 * default the resource's own. Names not seen yet take the casing of the others.
 */
export function toWire(resource: Resource, values: Json, from: Tenant, inputs = resource.attributes): Json {
  const { style, written } = wireFormat(from);
  const own = written.get(resource.type);
  const entries = Object.entries(values).map(([name, value]) => {
    const attribute = inputs[name];
    const seen = own?.get(name);
    const key = seen?.key ?? spell(name, style);
    return [key, attribute ? writeValue(attribute, value, name, own) : value];
  });
  return Object.fromEntries(entries);
}

/** A contract name in the tenant's key casing. */
export const toWireName = (name: string, from: Tenant): string => spell(name, wireFormat(from).style);

function writeValue(attribute: Attribute, value: unknown, path: string, own: WrittenByPath | undefined): unknown {
  if (value === null || value === undefined) return value;
  const plain = attribute.kind === 'list' ? writeElements(attribute, value, path, own) : value;
  switch (own?.get(path)?.form) {
    case 'digit':
      return plain ? 1 : 0;
    case 'digit text':
      return plain ? '1' : '0';
    case 'word':
      return String(plain);
    case 'json':
      return JSON.stringify(plain);
    case 'number':
      return String(Number(plain)) === plain ? Number(plain) : plain;
    case 'structure': {
      const parsed = typeof plain === 'string' ? parseJson(plain) : undefined;
      return typeof parsed === 'object' ? parsed : plain;
    }
    default:
      return plain;
  }
}

function writeElements(list: Attribute, value: unknown, path: string, own: WrittenByPath | undefined) {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    const element = asRecord(item);
    if (!element) return item;
    const parts = Object.entries(list.element ?? {}).filter(([name]) => name in element);
    const known = parts.map(([name, part]) => [name, writeValue(part, element[name], `${path}.${name}`, own)]);
    return { ...element, ...Object.fromEntries(known) };
  });
}
