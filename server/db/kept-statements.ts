import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

/** A list needs no more; beyond the limit, statements are compiled on every run. */
const MOST_KEPT = 8;

/** Cache of the compiled statements of one request shape, by purpose. */
export type KeptStatements = Map<string, CompiledQuery>;

/** Runs the cached statement `name`, building and caching it on first use. `values` replace its leading parameters. */
export async function runKept<Row>(
  db: Kysely<Tables>,
  kept: KeptStatements | undefined,
  name: string,
  build: () => Compilable<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const statement = kept?.get(name) ?? textOf(build().compile());
  if (kept && kept.size < MOST_KEPT) kept.set(name, statement);
  const parameters = [...values, ...statement.parameters.slice(values.length)];
  const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
  return rows;
}

/** Drops the query's syntax tree, which is much larger than its SQL. */
const textOf = ({ sql, parameters }: CompiledQuery) => CompiledQuery.raw(sql, [...parameters]);

/**
 * Pipelines two cached statements on one connection to save a round trip. Returns undefined if either is not cached, or
 * on SQLite, which has no round trip to save.
 */
export async function runBothKept<One, Other>(
  db: Kysely<Tables>,
  kept: KeptStatements | undefined,
  names: readonly [string, string],
): Promise<[One[], Other[]] | undefined> {
  const [one, other] = names.map((name) => kept?.get(name));
  if (!one || !other || !isPostgres(db)) return undefined;
  return db.getExecutor().provideConnection(async (connection) => {
    const [first, second] = await Promise.all([
      connection.executeQuery<One>(one),
      connection.executeQuery<Other>(other),
    ]);
    return [first.rows, second.rows];
  });
}
