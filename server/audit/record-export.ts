import type { ListQuery } from '#contract/list-query.ts';
import { transact } from '../db/transact.ts';
import { actorOf, type Changer } from './record-change.ts';
import { recordEvent } from './record-event.ts';

/** What a list showed. */
export interface ShownList {
  recordType: string;
  /** Without the query. */
  path: string;
  query: ListQuery;
  /** Exact, or a lower bound if `isMinimum`. */
  recordCount: number;
  isMinimum: boolean;
}

/** Records that the caller begins to export a list: its first page stands for all. */
export async function recordExport(
  changer: Changer,
  { recordType, path, query, recordCount, isMinimum }: ShownList,
): Promise<void> {
  const { filter, sort, page } = query;
  if ((page.number ?? 1) > 1) return;
  await transact(changer.db, (db) =>
    recordEvent(db, {
      actor: actorOf(changer),
      action: 'export',
      recordType,
      recordId: null,
      before: null,
      after: { path, filter, sort, record_count: recordCount, ...(isMinimum && { record_count_is_minimum: true }) },
    }),
  );
}
