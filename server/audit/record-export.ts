import type { ListQuery } from '#contract/list-query.ts';
import { transact } from '../db/transact.ts';
import { type AuditContext, recordAction } from './record-change.ts';

/** A list response, as it is recorded for an export. */
export interface ShownList {
  recordType: string;
  /** Without the query string. */
  path: string;
  query: ListQuery;
  /** Exact, or a lower bound if `isMinimum`. */
  recordCount: number;
  isMinimum: boolean;
}

/** Records that the caller exports a list. Only the first page is recorded, because every export begins with it. */
export async function recordExport(
  changer: AuditContext,
  { recordType, path, query, recordCount, isMinimum }: ShownList,
): Promise<void> {
  const { filter, sort, page } = query;
  if ((page.number ?? 1) > 1) return;
  const after = { path, filter, sort, record_count: recordCount, ...(isMinimum && { record_count_is_minimum: true }) };
  await transact(changer.db, (db) => recordAction({ ...changer, db }, { action: 'export', recordType, after }));
}
