import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

/** More are soon made anew, and one question needs no more. */
const MOST_KEPT = 8;

/** Statements of one question, by what they are for, to be used again when it is asked again. */
export type KeptStatements = Map<string, CompiledQuery>;

/** Runs the statement of a name, which is put together the first time; `values` are those that change, its first ones. */
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

/** The statement without the tree that its text was made of, which is much larger. */
const textOf = ({ sql, parameters }: CompiledQuery) => CompiledQuery.raw(sql, [...parameters]);

/**
 * Runs two kept statements, the second sent off before the first is answered; undefined where one of them was not kept,
 * or the engine has no way to save.
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
