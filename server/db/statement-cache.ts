import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A list needs no more; beyond the limit, statements are compiled on every run. */
const MAX_STATEMENTS = 8;
/** Longer statements are not cached: their lists of ids grow with the request. */
const MAX_CACHED_SQL = 4_096;

/**
 * Compiled statements of one caller's requests to one URL, by purpose. Without them, a page of the review queue takes a
 * quarter more processor time.
 */
export type StatementCache = Map<string, CompiledQuery>;

/** Runs the cached statement `name`, building and caching it on first use. `values` replace its leading parameters. */
export async function runCached<Row>(
  db: Kysely<Tables>,
  cache: StatementCache | undefined,
  name: string,
  build: () => Compilable<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const statement = cache?.get(name) ?? withoutSyntaxTree(build().compile());
  if (cache && cache.size < MAX_STATEMENTS && statement.sql.length <= MAX_CACHED_SQL) cache.set(name, statement);
  const parameters = [...values, ...statement.parameters.slice(values.length)];
  const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
  return rows;
}

/** Drops the query's syntax tree, which is much larger than its SQL. */
const withoutSyntaxTree = ({ sql, parameters }: CompiledQuery) => CompiledQuery.raw(sql, [...parameters]);

/**
 * Runs two cached statements in one round trip to the database or to a reader's process. Returns undefined if either is
 * not cached.
 */
export async function runBothCached<One, Other>(
  db: Kysely<Tables>,
  cache: StatementCache | undefined,
  names: readonly [string, string],
): Promise<[One[], Other[]] | undefined> {
  const [one, other] = names.map((name) => cache?.get(name));
  if (!one || !other) return undefined;
  return db.getExecutor().provideConnection(async (connection) => {
    const [first, second] = await Promise.all([
      connection.executeQuery<One>(one),
      connection.executeQuery<Other>(other),
    ]);
    return [first.rows, second.rows];
  });
}
