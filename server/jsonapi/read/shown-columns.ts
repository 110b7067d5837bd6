import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { StoredRow } from '../column.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';

export type Fields = ListQuery['fields'];

/** Kinds of attributes that may be long. */
const LONG = ['text', 'object', 'list'];
const tables = new WeakMap<ResourceConfig, readonly string[]>();

/** The columns of a resource's table; undefined while it is empty. */
export async function columnNames(config: ResourceConfig, { db }: Context): Promise<readonly string[] | undefined> {
  const names = tables.get(config) ?? (await readColumnNames(config, db));
  if (names) tables.set(config, names);
  return names;
}

/** The columns to read for a response: all except copies for searching and long attributes that are not in `fields`. */
export function shownColumns(config: ResourceConfig, fields: Fields, names: readonly string[]): string[] {
  const hidden = new Set<string | undefined>();
  for (const [name, { name: columnName, normalized }] of Object.entries(config.columns)) {
    hidden.add(normalized);
    if (LONG.includes(config.resource.attributes[name]?.kind ?? '') && !isShown(config, fields, name)) {
      hidden.add(columnName);
    }
  }
  return names.filter((name) => !hidden.has(name)).map((name) => `${config.table}.${name}`);
}

/** The size in bytes of the texts that a response shows, which the database knows without reading them. */
export function shownBytes(config: ResourceConfig, fields: Fields): RawBuilder<number> {
  const lengths = shownTexts(config, fields).map(
    (name) => sql`coalesce(octet_length(${sql.ref(`${config.table}.${name}`)}), 0)`,
  );
  return sql<number>`(${sql.join([sql`0`, ...lengths], sql` + `)})`;
}

/** Like `shownBytes`, for rows that were read already. */
export function shownBytesOf(config: ResourceConfig, rows: readonly StoredRow[], fields: Fields): number {
  const names = shownTexts(config, fields);
  return rows.reduce(
    (sum, row) => sum + names.reduce((size, name) => size + Buffer.byteLength(textOf(row[name])), 0),
    0,
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const shownTexts = (config: ResourceConfig, fields: Fields) =>
  Object.entries(config.columns)
    .filter(([name]) => [...LONG, 'string'].includes(config.resource.attributes[name]?.kind ?? ''))
    .filter(([name]) => isShown(config, fields, name))
    .map(([, { name }]) => name);

/** Fields that show no attribute of a resource. Ids, foreign keys and short values are read nevertheless. */
export const noFields = ({ resource }: ResourceConfig): Fields => ({ [resource.type]: [] });

function isShown({ resource }: ResourceConfig, fields: Fields, name: string) {
  const wanted = Object.hasOwn(fields, resource.type) ? fields[resource.type] : undefined;
  return wanted === undefined || wanted.includes(name);
}

/** Undefined if the table is empty. */
async function readColumnNames(config: ResourceConfig, db: Context['db']) {
  // Any table does for the type: only the names of its columns are used.
  const row = await db
    .selectFrom(config.table as 'rooms')
    .selectAll()
    .limit(1)
    .executeTakeFirst();
  return row && Object.keys(row);
}
