import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { ListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { connection, isOwnServer, onSwitch } from '#src/api/connection.ts';
import type { ListPage } from '#src/api/list-page.ts';
import { retryWhenBusy } from '#src/api/query-client.ts';
import { nothingRead, readAllPages } from '#src/api/read-all-pages.ts';
import { fetchList } from '#src/api/reads.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import type { ListOptions } from '../use-list.ts';
import type { TableColumn } from './features.ts';

export interface ListExport {
  start: () => void;
  /** Undefined while no export is running. */
  progress: { read: number; most: number } | undefined;
  cancel: () => void;
}

/** Limit of an export: more rows are too many for a browser. */
const MAX_ROWS = 10_000;

interface ListExportOptions<R extends Resource> extends Pick<ListOptions<R>, 'isListed'> {
  /** Matches of a local search. */
  found: ListPage<R> | undefined;
}

/** Exports all pages of a list, or its search results, and reports the outcome. */
export function useListExport<R extends Resource>(
  resource: R,
  query: ListQuery,
  columns: readonly TableColumn<Row<R>>[],
  { found, isListed }: ListExportOptions<R>,
): ListExport {
  const hidden = useHiddenIds(resource);
  const [progress, setProgress] = useState<ListExport['progress']>();
  const stopper = useRef<AbortController>(undefined);

  const cancel = () => stopper.current?.abort();
  const takeFound = async (all: ListPage<R>) => {
    await recordExport(resource, query);
    return { ...all, isCut: all.isTotalMinimum, hasShifted: false };
  };
  const readRows = async (signal: AbortSignal) => {
    const options = { signal, isWhole: true, purpose: 'export' } as const;
    const readPage = (page: ListQuery['page']) =>
      retryWhenBusy(() => fetchList(resource, { ...query, page }, options), { signal });
    let all: ListPage<R> = nothingRead;
    let [isCut, hasShifted] = [false, false];
    for await (const read of readAllPages(readPage, { maxRows: MAX_ROWS })) {
      signal.throwIfAborted();
      const { rows, total, page } = read;
      // Rows shift to another page if rows before them are added or removed during the export.
      const isOtherTotal = all.rows.length > 0 && total !== all.total && !page.isTotalMinimum;
      hasShifted ||= isOtherTotal || rows.length < all.rows.length + page.rows.length;
      all = read;
      setProgress({ read: rows.length, most: Math.min(MAX_ROWS, total ?? rows.length * 2) });
      isCut = read.isCut;
      if (isListed && !page.rows.every(isListed)) return { ...all, isCut: false, hasShifted };
    }
    return { ...all, isCut, hasShifted };
  };
  const run = async () => {
    if (stopper.current) return;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    // Further pages would come from the other connection.
    const stopFollowing = onSwitch(cancel);
    setProgress({ read: 0, most: 1 });
    await reportExport(async () => {
      const { rows: all, included, ...outcome } = found ? await takeFound(found) : await readRows(signal);
      const rows = all.filter((row) => !hidden.has(row.id) && (isListed?.(row) ?? true));
      const { exportRows } = await retryWithBackoff(() => import('./export-rows.ts'));
      signal.throwIfAborted();
      await exportRows(resource.type, columns, { rows, included }, resource.attributes);
      return { ...outcome, count: rows.length };
    }, signal);
    stopFollowing();
    stopper.current = undefined;
    setProgress(undefined);
  };
  return { start: () => void run(), progress, cancel };
}

/** What an export has written. */
interface Exported {
  /** Number of rows. */
  count: number;
  /** More rows match than were exported. */
  isCut?: boolean;
  /** Rows were added or removed during the export. */
  hasShifted?: boolean;
  /** What the rows are, as a sentence, if not the matching ones with the columns shown. */
  detail?: string;
}

/** Runs an export, and reports its result, its failure, or that `signal` has ended it. Never rejects. */
export async function reportExport(run: () => Promise<Exported>, signal?: AbortSignal): Promise<void> {
  try {
    const { count, isCut, hasShifted, detail = t`All matching rows, with the columns shown.` } = await run();
    const text = t`${plural(count, { one: 'Exported # row', other: 'Exported # rows' })}`;
    if (isCut) showToast({ text, tone: 'warn', detail: t`Export limit reached; some rows were left out.` });
    else if (hasShifted)
      showToast({ text, tone: 'warn', detail: t`The list changed during the export, so rows may be missing.` });
    else showToast({ text, tone: 'good', detail });
  } catch (error) {
    if (signal?.aborted) showToast({ text: t`Export cancelled` });
    else showToast({ text: t`Couldn’t export the rows`, detail: errorMessage(error), tone: 'bad' });
  }
}

/** Requests a record of rows that are already loaded, for the audit trail of the page's own server. */
export async function recordExport(resource: Resource, query: Partial<ListQuery> = {}): Promise<void> {
  const from = connection.get();
  if (from && isOwnServer(from)) await fetchList(resource, { ...query, page: { size: 1 } }, { purpose: 'export' });
}
