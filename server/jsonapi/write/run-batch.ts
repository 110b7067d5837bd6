import { transact } from '../../db/transact.ts';
import type { Context } from '../request/context.ts';

/** Runs a part of a write in a transaction of its own. `hasWritten`: whether it changed anything, by its result. */
export async function runBatch<Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
  hasWritten: (result: Result) => boolean = () => true,
): Promise<Result> {
  const result = await transact(context.db, (db) => work({ ...context, db }));
  if (context.progress && hasWritten(result)) context.progress.isPartlyDone = true;
  return result;
}
