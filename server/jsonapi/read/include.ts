import { sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import type { ResourceType } from '#contract/resource.ts';
import type { StoredRow } from '../column.ts';
import { problem } from '../document/problem.ts';
import type { Context } from '../request/context.ts';
import { foreignKey, type ResourceConfig, type ResourceConfigs } from '../resource-config.ts';
import { selectRows, untypedDb } from './select.ts';
import type { Fields } from './shown-columns.ts';

const MAX_INCLUDED = 10_000;
/** Relationships are cyclic, so paths could grow without limit. */
const MAX_PATH_STEPS = 5;

/** Included records, and the linkage of the to-many relationships that led to them. */
export interface Included {
  records: Map<ResourceConfig, Map<number, StoredRow>>;
  /** Member ids by owner id, per `linkageKey`. */
  linkage: Map<string, Map<number, number[]>>;
}

/** What the steps of all paths share. */
interface Loading {
  all: ResourceConfigs;
  context: Context;
  fields: Fields;
  included: Included;
}

interface Pair {
  owner: number;
  member: number;
}

interface Paths extends Map<string, Paths> {}

/** The key of a relationship in `Included.linkage`. */
export const linkageKey = ({ resource }: ResourceConfig, name: string) => `${resource.type}/${name}`;

/** Loads the `include` paths of the given records, with one query per path step. */
export async function loadIncluded(
  all: ResourceConfigs,
  config: ResourceConfig,
  rows: readonly StoredRow[],
  { include, fields }: Pick<ListQuery, 'fields' | 'include'>,
  context: Context,
): Promise<Included> {
  if (include.some((path) => path.split('.').length > MAX_PATH_STEPS)) {
    throw problem(400, '112', `An include path must not have more than ${MAX_PATH_STEPS} steps.`, {
      source: { parameter: 'include' },
    });
  }
  const included: Included = { records: new Map(), linkage: new Map() };
  await loadPaths({ all, context, fields, included }, config, rows, pathTree(include));
  for (const row of rows) included.records.get(config)?.delete(row.id);
  return included;
}

async function loadPaths(loading: Loading, config: ResourceConfig, rows: readonly StoredRow[], paths: Paths) {
  const { all, context, fields, included } = loading;
  for (const [name, further] of paths) {
    const one = config.resource.one[name];
    const type = one?.type ?? config.resource.many[name]?.type;
    const target = type && configOf(all, type);
    if (!target) continue;
    if (!target.permissions.read?.includes(context.caller.role)) {
      throw problem(403, '403', `Your role can’t read ${target.resource.type}.`);
    }
    const found = one
      ? await selectRows(target, linkedIds(rows, foreignKey(name)), context, fields)
      : await selectMembers(loading, config, name, target, rows);
    const records = included.records.get(target) ?? new Map<number, StoredRow>();
    included.records.set(target, records);
    for (const row of found) records.set(row.id, row);
    if (countIncluded(included) > MAX_INCLUDED) throw tooManyIncluded('records', name);
    await loadPaths(loading, target, found, further);
  }
}

async function selectMembers(
  { context, fields, included }: Loading,
  config: ResourceConfig,
  name: string,
  target: ResourceConfig,
  rows: readonly StoredRow[],
) {
  const owners = rows.map((row) => row.id);
  const pairs = await selectPairs(config, name, owners, context, MAX_INCLUDED + 1);
  // Partial linkage would look complete.
  if (pairs.length > MAX_INCLUDED) throw tooManyIncluded('links', name);
  const key = linkageKey(config, name);
  const linkage = included.linkage.get(key) ?? new Map<number, number[]>();
  included.linkage.set(key, linkage);
  for (const { id } of rows) linkage.set(id, []);
  const found = await selectRows(target, [...new Set(pairs.map((pair) => pair.member))], context, fields);
  const visible = new Set(found.map((row) => row.id));
  for (const { owner, member } of pairs) {
    if (visible.has(member)) linkage.get(owner)?.push(member);
  }
  return found;
}

function tooManyIncluded(what: 'records' | 'links', name: string) {
  const detail = `More than ${MAX_INCLUDED} ${what} would be included. Request fewer records, or request ${name} separately.`;
  return problem(400, '112', detail, { source: { parameter: 'include' } });
}

/** Returns the owner-member pairs of a to-many relationship for the given owners, ordered by member id. */
export async function selectPairs(
  config: ResourceConfig,
  name: string,
  owners: readonly number[],
  { db }: Context,
  max?: number,
): Promise<Pair[]> {
  const link = config.many[name];
  if (!link || owners.length === 0) return [];
  const pairs = untypedDb(db)
    .selectFrom(link.table)
    .select([sql.ref<number>(link.owner).as('owner'), sql.ref<number>(link.member).as('member')])
    .where(sql.ref(link.owner), 'in', owners)
    .orderBy(sql.ref(link.member));
  return (max === undefined ? pairs : pairs.limit(max)).execute();
}

/** Looks up the resource of a type. Throws if it is not mounted. */
export function configOf(all: ResourceConfigs, type: ResourceType): ResourceConfig {
  const config = all.get(type);
  if (!config) throw new Error(`${type} is not mounted.`);
  return config;
}

function countIncluded({ records }: Included) {
  let count = 0;
  for (const rows of records.values()) count += rows.size;
  return count;
}

function linkedIds(rows: readonly StoredRow[], key: string): number[] {
  return [...new Set(rows.map((row) => row[key]).filter((id) => typeof id === 'number'))];
}

function pathTree(include: readonly string[]): Paths {
  const tree: Paths = new Map();
  for (const path of include) {
    let level = tree;
    for (const name of path.split('.')) {
      const next = level.get(name) ?? new Map();
      level.set(name, next);
      level = next;
    }
  }
  return tree;
}
