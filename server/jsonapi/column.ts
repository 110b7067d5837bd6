import type { Attribute } from '#contract/attribute.ts';

/** A row as returned by the database. */
export type StoredRow = Record<string, unknown> & { id: number; version: number };

/** Maps an attribute to its column, and converts between wire and stored values. */
export interface Column {
  name: string;
  decode(stored: unknown): unknown;
  encode(value: unknown): unknown;
  /** Returns the JSON text of the value directly, for columns stored as JSON. */
  json?(stored: unknown): string;
  /** A second column with the text normalized for search, used by `contains` filters and sorting. */
  normalized?: string;
}

/** Returns the default mapping: a column of the same name, stored according to the attribute's kind. */
export function defaultColumn(name: string, { kind }: Attribute): Column {
  if (kind === 'boolean')
    return { name, decode: (stored) => stored === 1, encode: (value) => (value === true ? 1 : 0) };
  if (kind === 'object' || kind === 'list') {
    return {
      name,
      decode: (stored) => JSON.parse(String(stored)),
      encode: (value) => JSON.stringify(value),
      json: String,
    };
  }
  return { name, decode: (stored) => stored, encode: (value) => value };
}

/** Stores a choice as a numeric code, starting at 1. */
export function enumColumn(name: string, choices: readonly string[]): Column {
  return {
    name,
    decode: (stored) => choices[Number(stored) - 1],
    encode: (value) => choices.indexOf(String(value)) + 1,
  };
}

/** Stores a time as Unix milliseconds; the wire format is ISO 8601 in UTC. */
export function timestampColumn(name: string): Column {
  return {
    name,
    decode: (stored) => new Date(Number(stored)).toISOString(),
    encode: (value) => Date.parse(String(value)),
  };
}
