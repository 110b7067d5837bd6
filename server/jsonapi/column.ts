import type { Attribute } from '#contract/attribute.ts';

/** A row as the database returns it. */
export type Stored = Record<string, unknown> & { id: number; version: number };

/** Where an attribute is kept, and how its value on the wire and in the table become each other. */
export interface Column {
  name: string;
  read(stored: unknown): unknown;
  write(value: unknown): unknown;
  /** The JSON of what `read` gives, where that is kept as JSON. */
  json?(stored: unknown): string;
  /** A second column that holds the searchable form of the text; `contains` and sorting use it. */
  folded?: string;
}

/** The column of an attribute that is kept under its own name in the plain way of its kind. */
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

/** A choice kept as its numeric code: 1 for the first word. */
export function codeColumn(name: string, choices: readonly string[]): Column {
  return {
    name,
    read: (stored) => choices[Number(stored) - 1],
    write: (value) => choices.indexOf(String(value)) + 1,
  };
}

/** A time kept in milliseconds since 1970 and shown as ISO 8601 in UTC. */
export function isoColumn(name: string): Column {
  return {
    name,
    read: (stored) => new Date(Number(stored)).toISOString(),
    write: (value) => Date.parse(String(value)),
  };
}
