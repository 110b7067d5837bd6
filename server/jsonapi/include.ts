import { sql } from 'kysely';
import type { ResourceType } from '#contract/resource.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { problem } from './problem.ts';
import { anyTable, selectRows } from './select.ts';
import { type AllServed, foreignKey, type Served } from './served.ts';

const MOST_INCLUDED = 10_000;
/** Relationships are cyclic, so paths could grow without limit. */
const MOST_STEPS = 5;

/** Included records, and the linkage of the to-many relationships that led to them. */
export interface Included {
  records: Map<Served, Map<number, Stored>>;
  /** Member ids by owner id, per `linkageKey`. */
  linkage: Map<string, Map<number, number[]>>;
}

interface Pair {
  owner: number;
  member: number;
}

interface Paths extends Map<string, Paths> {}

/** The key of a relationship in `Included.linkage`. */
export const linkageKey = ({ resource }: Served, name: string) => `${resource.type}/${name}`;

/** Loads the `include` paths of the given records, with one query per path step. */
export async function loadIncluded(
  all: AllServed,
  served: Served,
  rows: readonly Stored[],
  include: readonly string[],
  context: Context,
): Promise<Included> {
  if (include.some((path) => path.split('.').length > MOST_STEPS)) {
    throw problem(400, '112', `A path of include has ${MOST_STEPS} steps at most.`, {
      source: { parameter: 'include' },
    });
  }
  const included: Included = { records: new Map(), linkage: new Map() };
  await follow(all, served, rows, pathTree(include), context, included);
  for (const row of rows) included.records.get(served)?.delete(row.id);
  return included;
}

async function follow(
  all: AllServed,
  served: Served,
  rows: readonly Stored[],
  paths: Paths,
  context: Context,
  included: Included,
) {
  for (const [name, further] of paths) {
    const one = served.resource.one[name];
    const type = one?.type ?? served.resource.many[name]?.type;
    const target = type && servedOf(all, type);
    if (!target) continue;
    if (!target.rules.read?.includes(context.caller.role)) {
      throw problem(403, '403', `Your role may not read ${target.resource.type}.`);
    }
    const found = one
      ? await selectRows(target, linkedIds(rows, foreignKey(name)), context)
      : await selectMembers(served, name, target, rows, context, included);
    const records = included.records.get(target) ?? new Map<number, Stored>();
    included.records.set(target, records);
    for (const row of found) records.set(row.id, row);
    if (countOf(included) > MOST_INCLUDED) {
      throw problem(
        400,
        '112',
        `More than ${MOST_INCLUDED} records would be included; ask for fewer, or for ${name} by itself.`,
        {
          source: { parameter: 'include' },
        },
      );
    }
    await follow(all, target, found, further, context, included);
  }
}

async function selectMembers(
  served: Served,
  name: string,
  target: Served,
  rows: readonly Stored[],
  context: Context,
  included: Included,
) {
  const owners = rows.map((row) => row.id);
  const pairs = await selectPairs(served, name, owners, context, MOST_INCLUDED + 1);
  const key = linkageKey(served, name);
  const linkage = included.linkage.get(key) ?? new Map<number, number[]>();
  included.linkage.set(key, linkage);
  for (const { id } of rows) linkage.set(id, []);
  const found = await selectRows(target, [...new Set(pairs.map((pair) => pair.member))], context);
  const visible = new Set(found.map((row) => row.id));
  for (const { owner, member } of pairs) {
    if (visible.has(member)) linkage.get(owner)?.push(member);
  }
  return found;
}

/** Returns the owner-member pairs of a to-many relationship for the given owners, ordered by member id. */
export async function selectPairs(
  served: Served,
  name: string,
  owners: readonly number[],
  { db }: Context,
  most?: number,
): Promise<Pair[]> {
  const link = served.many[name];
  if (!link || owners.length === 0) return [];
  const pairs = anyTable(db)
    .selectFrom(link.table)
    .select([sql.ref<number>(link.owner).as('owner'), sql.ref<number>(link.member).as('member')])
    .where(sql.ref(link.owner), 'in', owners)
    .orderBy(sql.ref(link.member));
  return (most === undefined ? pairs : pairs.limit(most)).execute();
}

/** Looks up the resource of a type. Throws if it is not mounted. */
export function servedOf(all: AllServed, type: ResourceType): Served {
  const served = all.get(type);
  if (!served) throw new Error(`${type} is not mounted.`);
  return served;
}

function countOf({ records }: Included) {
  let count = 0;
  for (const rows of records.values()) count += rows.size;
  return count;
}

function linkedIds(rows: readonly Stored[], key: string): number[] {
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
