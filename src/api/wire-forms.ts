import type { Attribute, Json } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';
import { asRecord, parseJson } from '#src/lib/json.ts';
import { onSwitch } from './connection.ts';

/** How a tenant encodes a value other than in plain JSON: booleans as digits or words, structures as text, … */
type Form = 'digit' | 'digit text' | 'word' | 'json' | 'number' | 'structure';
type Style = 'snake' | 'dash' | 'camel';

interface Written {
  key: string;
  form: Form | undefined;
}

type WrittenByPath = Map<string, Written>;

/** Key casing of compound names. Forms are filled from an answer, so a read precedes every write. */
let style: Style = 'snake';
/** Encodings by resource type and attribute; parts of list elements as `attribute.part`. Only deviations. */
const written = new Map<string, WrittenByPath>();

/** Records the key and encoding in which the current tenant sent an attribute. */
export function noteForm(resource: Resource, path: string, key: string, attribute: Attribute, value: unknown): void {
  if (path.includes('_')) style = key.includes('-') ? 'dash' : key.includes('_') ? 'snake' : 'camel';
  // An absent value says nothing about its encoding.
  if (value === null || value === undefined) return;
  const form = formOf(attribute, value);
  const own = written.get(resource.type);
  if (key === path && form === undefined) own?.delete(path);
  else if (own) own.set(path, { key, form });
  else written.set(resource.type, new Map([[path, { key, form }]]));
}

/**
 * Attributes in the tenant's key casing and encoding, as far as seen. `inputs` are those of an action, by default the
 * resource's own. Names not seen yet take the casing of the others.
 */
export function toWire(resource: Resource, values: Json, inputs: Resource['attributes'] = resource.attributes): Json {
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
export const toWireName = (name: string): string => spell(name, style);

/** `a_b`, `a-b` and `aB`: the casings that services use for the same name. */
export function spellings(name: string): readonly string[] {
  const kept = spelled.get(name);
  if (kept) return kept;
  const made = [name, spell(name, 'dash'), spell(name, 'camel')];
  spelled.set(name, made);
  return made;
}

/** A name in any casing, as the contract has it. */
export const toContractName = (name: string): string =>
  name.replaceAll('-', '_').replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// Memo: lists look up the same few names thousands of times.
const spelled = new Map<string, readonly string[]>();

function spell(name: string, style: Style): string {
  if (style === 'dash') return name.replaceAll('_', '-');
  if (style === 'camel') return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name;
}

function formOf({ kind }: Attribute, value: unknown): Form | undefined {
  const type = typeof value;
  switch (kind) {
    case 'boolean':
      if (type === 'number') return 'digit';
      if (type === 'string') return value === '1' || value === '0' ? 'digit text' : 'word';
      return undefined;
    case 'object':
    case 'list':
      return type === 'string' ? 'json' : undefined;
    case 'string':
    case 'text':
    case 'choice':
      if (type === 'object') return 'structure';
      return type === 'number' ? 'number' : undefined;
    default:
      return undefined;
  }
}

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

onSwitch(() => {
  style = 'snake';
  written.clear();
});
