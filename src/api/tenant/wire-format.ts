import type { Attribute } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';
import { connection, onSwitch, type Tenant } from '../connection.ts';

/** How a tenant encodes a value other than in plain JSON: booleans as digits or words, structures as text, … */
type Form = 'digit' | 'digit text' | 'word' | 'json' | 'number' | 'structure';
type Style = 'snake' | 'dash' | 'camel';

interface Written {
  key: string;
  form: Form | undefined;
}

export type WrittenByPath = Map<string, Written>;

interface WireFormat {
  /** Key casing of compound names, from the last answer. Forms load their record, so a read precedes every write. */
  style: Style;
  /** Encodings other than the documented one, by resource type and attribute; list elements: `attribute.part`. */
  written: Map<string, WrittenByPath>;
}

const formats = new Map<string | undefined, WireFormat>();
// A new sign-in forgets the format, which may have changed. Leaving keeps it: queued writes are sent afterwards.
onSwitch((left) => left ?? formats.delete(connection.get()?.key));

/** The format of a tenant; as documented, until an answer deviates. */
export function wireFormat(of: Tenant): WireFormat {
  const known = formats.get(of?.key) ?? { style: 'snake', written: new Map() };
  formats.set(of?.key, known);
  return known;
}

/** Records the key and encoding in which an attribute was sent. */
export type Recorder = (path: string, key: string, attribute: Attribute, value: unknown) => void;

export function wireRecorder({ type }: Resource, of: Tenant): Recorder {
  const format = wireFormat(of);
  return (path, key, attribute, value) => {
    if (path.includes('_')) format.style = key.includes('-') ? 'dash' : key.includes('_') ? 'snake' : 'camel';
    // An absent value says nothing about its encoding.
    if (value === null || value === undefined) return;
    const form = formOf(attribute, value);
    const own = format.written.get(type);
    if (key === path && form === undefined) own?.delete(path);
    else if (own) own.set(path, { key, form });
    else format.written.set(type, new Map([[path, { key, form }]]));
  };
}

/** `a_b`, `a-b` and `aB`: the casings that services use for the same name. */
export function spellings(name: string): readonly string[] {
  const known = spelled.get(name);
  if (known) return known;
  const made = [name, spell(name, 'dash'), spell(name, 'camel')];
  spelled.set(name, made);
  return made;
}

/** Converts a name in any casing to the snake_case of the contract. */
export const toContractName = (name: string): string =>
  name.replaceAll('-', '_').replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// Memo: lists look up the same few names thousands of times.
const spelled = new Map<string, readonly string[]>();

export function spell(name: string, style: Style): string {
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
