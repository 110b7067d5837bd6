import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';
import { transact } from './transact.ts';

/** Rows per transaction. Small, so that writers do not wait. */
const BATCH = 500;

type Table = 'events' | 'tokens' | 'waits';

/** Deletes the rows of a table with the given ids, in batches. Returns their number. */
export async function deleteInBatches<T extends Table>(
  db: Kysely<Tables>,
  table: T,
  ids: SelectQueryBuilder<Tables, T, { id: number }>,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numDeletedRows } = await transact(db, (to) =>
      to.deleteFrom<Table>(table).where('id', 'in', ids.limit(BATCH)).executeTakeFirstOrThrow(),
    );
    deleted += Number(numDeletedRows);
    if (numDeletedRows < BATCH) return deleted;
  }
}
