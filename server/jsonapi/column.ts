import type { Attribute } from '#contract/attribute.ts';

/** A row as returned by the database. */
export type Stored = Record<string, unknown> & { id: number; version: number };

/** Maps an attribute to its column, and converts between wire and stored values. */
export interface Column {
  name: string;
  read(stored: unknown): unknown;
  write(value: unknown): unknown;
  /** Returns the JSON text of the value directly, for columns stored as JSON. */
  json?(stored: unknown): string;
  /** A second column with the text normalized for search, used by `contains` filters and sorting. */
  folded?: string;
}

/** Returns the default mapping: a column of the same name, stored according to the attribute's kind. */
export function plainColumn(name: string, { kind }: Attribute): Column {
  if (kind === 'boolean') return { name, read: (stored) => stored === 1, write: (value) => (value === true ? 1 : 0) };
  if (kind === 'object' || kind === 'list') {
    return {
      name,
      read: (stored) => JSON.parse(String(stored)),
      write: (value) => JSON.stringify(value),
      json: String,
    };
  }
  return { name, read: (stored) => stored, write: (value) => value };
}

/** Stores a choice as a numeric code, starting at 1. */
export function codeColumn(name: string, choices: readonly string[]): Column {
  return {
    name,
    read: (stored) => choices[Number(stored) - 1],
    write: (value) => choices.indexOf(String(value)) + 1,
  };
}

/** Stores a time as Unix milliseconds; the wire format is ISO 8601 in UTC. */
export function isoColumn(name: string): Column {
  return {
    name,
    read: (stored) => new Date(Number(stored)).toISOString(),
    write: (value) => Date.parse(String(value)),
  };
}
