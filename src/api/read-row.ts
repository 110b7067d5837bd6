import type { Attribute } from '#contract/attribute.ts';
import type { Identifier, RecordMeta } from '#contract/document.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord, parseJson } from '#src/lib/json.ts';

/**
 * One resource object as a record: every attribute of the contract is there in its own type, whatever it came as.
 * Undefined where the value is no resource object.
 */
export function readRow<R extends Resource>(resource: R, raw: unknown): Row<R> | undefined {
  const object = asRecord(raw);
  if (!object || (object.id === undefined && object.attributes === undefined)) return undefined;
  const attributes = asRecord(object.attributes) ?? {};
  const values: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const key = spellings(name).find((spelling) => spelling in attributes);
    values[name] = readValue(attribute, key === undefined ? undefined : attributes[key]);
    if (key !== undefined) taken.add(key);
  }
  const row = {
    ...values,
    id: String(object.id ?? ''),
    type: resource.type,
    one: readLinkage(resource, asRecord(object.relationships)),
    meta: readMeta(asRecord(object.meta)),
    more: Object.fromEntries(Object.entries(attributes).filter(([key]) => !taken.has(key))),
  };
  // Built name by name from the contract that Row is derived from; TypeScript cannot follow the loop.
  return row as unknown as Row<R>;
}

/** `a_b`, `a-b` and `aB`, as services spell the same name. */
function spellings(name: string): readonly string[] {
  const kept = spelled.get(name);
  if (kept) return kept;
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const made = [name, name.replaceAll('_', '-'), camel];
  spelled.set(name, made);
  return made;
}

// Lists ask for the same few names thousands of times.
const spelled = new Map<string, readonly string[]>();

function readValue(attribute: Attribute, value: unknown): unknown {
  switch (attribute.kind) {
    case 'boolean':
      return value === true || value === 1 || value === '1' || value === 'true';
    case 'unix': {
      const seconds = readSeconds(value);
      return seconds ?? (attribute.nullable ? null : 0);
    }
    case 'object':
      return asRecord(typeof value === 'string' ? parseJson(value) : value) ?? {};
    case 'list': {
      const list = typeof value === 'string' ? parseJson(value) : value;
      return Array.isArray(list) ? list.map((item) => readElement(attribute, item)) : [];
    }
    default:
      if (value === null || value === undefined) return attribute.nullable ? null : '';
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

function readElement(attribute: Attribute, item: unknown): unknown {
  const element = asRecord(item) ?? { content: item };
  const entries = Object.entries(attribute.element ?? {}).map(([name, part]) => [name, readValue(part, element[name])]);
  return { ...element, ...Object.fromEntries(entries) };
}

const MILLISECONDS_FROM = 1e11;

function readSeconds(value: unknown): number | undefined {
  const isDigits = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim());
  const number = typeof value === 'number' || isDigits ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  return Math.floor(Math.abs(number) > MILLISECONDS_FROM ? number / 1000 : number);
}

function readLinkage(resource: Resource, relationships: Record<string, unknown> | undefined) {
  const linkage: Record<string, Identifier | null> = {};
  for (const [name, { type }] of Object.entries(resource.one)) {
    const key = spellings(name).find((spelling) => relationships && spelling in relationships);
    const relationship = key ? asRecord(relationships?.[key]) : undefined;
    const data = relationship && 'data' in relationship ? relationship.data : relationship;
    const identifier = asRecord(data);
    if (data === null) linkage[name] = null;
    else if (identifier?.id !== undefined) linkage[name] = { type, id: String(identifier.id) };
  }
  return linkage;
}

function readMeta(meta: Record<string, unknown> | undefined): RecordMeta {
  const read: RecordMeta = {};
  if (meta?.version !== undefined && meta.version !== null) read.version = String(meta.version);
  if (Array.isArray(meta?.can)) read.can = meta.can.map(String);
  if (meta && 'awaiting_since_unix' in meta) read.awaiting_since_unix = readSeconds(meta.awaiting_since_unix) ?? null;
  return read;
}
