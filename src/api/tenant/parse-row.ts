import { replaceEqualDeep } from '@tanstack/react-query';
import type { Attribute } from '#contract/attribute.ts';
import type { Identifier, RecordMeta } from '#contract/document.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord, jsonText, parseJson } from '#src/lib/json.ts';
import { connection, onSwitch, type Tenant } from '../connection.ts';
import { type Recorder, spellings, wireRecorder } from './wire-format.ts';

/**
 * Parses one resource object: every contract attribute is present in its own type. Returns the previous object if
 * nothing changed. Undefined if the value is no resource object. `of` is the tenant that sent it.
 */
export function parseRow<R extends Resource>(resource: R, raw: unknown, of: Tenant = connection.get()) {
  const object = asRecord(raw);
  if (!object || (object.id === undefined && object.attributes === undefined)) return undefined;
  const name = `${of?.key} ${resource.type} ${jsonText(object.id ?? '')}`;
  const row = replaceEqualDeep(lastRead.get(name), makeRow(resource, object, wireRecorder(resource, of)));
  if (lastRead.size >= MAX_REMEMBERED) lastRead.clear();
  lastRead.set(name, row);
  return row;
}

const MAX_REMEMBERED = 1_000;
/** The last row per record: most answers repeat earlier ones, and an identical row needs no re-render. */
const lastRead = new Map<string, Row<Resource>>();
onSwitch(() => lastRead.clear());

/** Whether a value is a row of the resource. Only `makeRow` makes rows, and gives each its resource's type. */
export const isRowOf = <R extends Resource>({ type }: R, row: unknown): row is Row<R> => asRecord(row)?.type === type;

function makeRow<R extends Resource>(resource: R, object: Record<string, unknown>, record: Recorder): Row<R> {
  const attributes = asRecord(object.attributes) ?? {};
  const values: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const key = spellings(name).find((spelling) => spelling in attributes);
    const given = key === undefined ? undefined : attributes[key];
    const value = readValue(record, attribute, given, name);
    values[name] = value ?? withoutValue(attribute);
    if (key === undefined) continue;
    record(name, key, attribute, given);
    // An unparsable structure is shown raw.
    if (value !== undefined || !isStructure(attribute) || isNothing(given)) taken.add(key);
  }
  addMoments(resource, values);
  const row: unknown = {
    ...values,
    id: jsonText(object.id ?? ''),
    type: resource.type,
    one: readLinkage(resource, asRecord(object.relationships)),
    meta: readMeta(asRecord(object.meta)),
    more: Object.fromEntries(Object.entries(attributes).filter(([key]) => !taken.has(key))),
  };
  // Built name by name from the contract that Row is derived from; TypeScript cannot follow the loop.
  return row as Row<R>;
}

/** Whether a resource object has every non-nullable attribute. An answer with fewer is not the complete record. */
export function isComplete(resource: Resource, raw: unknown): boolean {
  const object = asRecord(raw);
  const attributes = asRecord(object?.attributes);
  if (!attributes || isNothing(object?.id)) return false;
  return Object.entries(resource.attributes).every(
    ([name, { nullable }]) => nullable || spellings(name).some((spelling) => spelling in attributes),
  );
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';
const isStructure = ({ kind }: Attribute) => kind === 'object' || kind === 'list';

/** A value in its contract type; undefined if unparsable. */
function readValue(record: Recorder, attribute: Attribute, value: unknown, path: string): unknown {
  switch (attribute.kind) {
    case 'boolean':
      return value === true || value === 1 || value === '1' || value === 'true';
    case 'unix':
      return parseSeconds(value);
    case 'datetime':
      return parseMoment(value) ?? readText(value);
    case 'object':
      return asRecord(typeof value === 'string' ? parseJson(value) : value);
    case 'list': {
      const list = typeof value === 'string' ? parseJson(value) : value;
      return Array.isArray(list) ? list.map((item) => readElement(record, attribute, item, path)) : undefined;
    }
    default:
      return readText(value);
  }
}

function readText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withoutValue({ kind, nullable }: Attribute): unknown {
  if (kind === 'object') return {};
  if (kind === 'list') return [];
  if (nullable) return null;
  return kind === 'unix' ? 0 : '';
}

function readElement(record: Recorder, list: Attribute, item: unknown, path: string): unknown {
  const element = asRecord(item) ?? { content: item };
  const entries = Object.entries(list.element ?? {}).map(([name, part]) => {
    const partPath = `${path}.${name}`;
    record(partPath, partPath, part, element[name]);
    return [name, readValue(record, part, element[name], partPath) ?? withoutValue(part)];
  });
  return { ...element, ...Object.fromEntries(entries) };
}

/** Derives a date from its Unix seconds or vice versa, as tenants may send only one of the two. */
function addMoments({ attributes }: Resource, values: Record<string, unknown>): void {
  for (const name of Object.keys(attributes)) {
    const written = name.replace(/_unix$/, '');
    if (written === name || attributes[written]?.kind !== 'datetime') continue;
    const ms = Date.parse(String(values[written]));
    if (!values[name] && !Number.isNaN(ms)) values[name] = Math.floor(ms / 1000);
    else if (!values[written]) values[written] = parseMoment(values[name]) ?? '';
  }
}

function readLinkage(resource: Resource, relationships: Record<string, unknown> | undefined) {
  const linkage: Record<string, Identifier | null> = {};
  for (const [name, { type }] of Object.entries(resource.one)) {
    const key = spellings(name).find((spelling) => relationships && spelling in relationships);
    const relationship = key ? asRecord(relationships?.[key]) : undefined;
    const data = relationship && 'data' in relationship ? relationship.data : relationship;
    const identifier = asRecord(data);
    if (data === null) linkage[name] = null;
    else if (identifier?.id !== undefined) linkage[name] = { type, id: jsonText(identifier.id) };
  }
  return linkage;
}

function readMeta(meta: Record<string, unknown> | undefined): RecordMeta {
  const read: RecordMeta = {};
  if (meta?.version !== undefined && meta.version !== null) read.version = jsonText(meta.version);
  if (Array.isArray(meta?.can)) read.can = meta.can.map(String);
  // Kept as received: parsed on use.
  for (const name of ['last_message', 'drafts_in_review', 'is_unread', 'updated_at_unix']) {
    if (meta && name in meta) Object.assign(read, { [name]: meta[name] });
  }
  if (meta && 'awaiting_since_unix' in meta) read.awaiting_since_unix = parseSeconds(meta.awaiting_since_unix) ?? null;
  return read;
}

const MILLISECONDS_FROM = 1e11;
/** Range limit of a JavaScript Date. */
const MAX_DATE_MS = 8.64e15;

/** Whole Unix seconds from a number or digit string in seconds or milliseconds; undefined for anything else. */
function parseSeconds(value: unknown): number | undefined {
  const ms = readMilliseconds(value);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}

/**
 * ISO 8601 in UTC with milliseconds, from any date format tenants send; undefined if unparsable. A time without a zone
 * is read as UTC, as services store theirs.
 */
function parseMoment(value: unknown): string | undefined {
  const ms = readMilliseconds(value) ?? (typeof value === 'string' ? readWrittenTime(value) : undefined);
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function readMilliseconds(value: unknown): number | undefined {
  const isDigits = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim());
  const number = typeof value === 'number' || isDigits ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  const ms = Math.abs(number) > MILLISECONDS_FROM ? number : number * 1000;
  return Math.abs(ms) > MAX_DATE_MS ? undefined : ms;
}

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(UTC|GMT|Z|[+-]\d\d:?\d\d)?)?$/i;

function readWrittenTime(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = WRITTEN.exec(text.trim()) ?? [];
  if (!day) return undefined;
  const offset = /^[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/, '$1:$2') : 'Z';
  return Date.parse(`${day}T${time}${offset}`);
}
