import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { onSwitch } from '#src/api/connection.ts';
import type { ListPage } from '#src/api/list-page.ts';
import { retryWhenBusy } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import type { ListOptions } from '../use-list.ts';
import type { ExportPage } from './export-rows.ts';
import type { TableColumn } from './features.ts';

export interface ListExport {
  start: () => void;
  /** Undefined while no export is running. */
  progress: { read: number; most: number } | undefined;
  cancel: () => void;
}

/** Limit of an export: more rows are too many for a browser. */
const MOST_ROWS = 10_000;

interface ListExportOptions<R extends Resource> extends Pick<ListOptions<R>, 'isListed'> {
  /** Matches of a local search. */
  found: ListPage<R> | undefined;
}

/** Exports all pages of a list, or what was found in it, and reports the result. */
export function useListExport<R extends Resource>(
  resource: R,
  query: ListQuery,
  columns: readonly TableColumn<Row<R>>[],
  { found, isListed }: ListExportOptions<R>,
): ListExport {
  const { t } = useLingui();
  const hidden = useHiddenIds(resource);
  const [progress, setProgress] = useState<ListExport['progress']>();
  const stopper = useRef<AbortController>(undefined);

  const cancel = () => stopper.current?.abort();
  const run = async () => {
    if (stopper.current) return;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    // Further pages would come from the other connection.
    const stopFollowing = onSwitch(cancel);
    try {
      const pages: ExportPage<Row<R>>[] = [];
      const known = new Set<string>();
      let [read, isWhole, hasShifted] = [0, false, false];
      let total: number | undefined;
      const add = (page: ListPage<R>) => {
        const rows = page.rows.filter(({ id }) => !known.has(id) && !hidden.has(id));
        // Rows shift to another page if rows before them are added or removed during the export.
        const isOtherTotal = known.size > 0 && page.total !== total && !page.isTotalMinimum;
        hasShifted ||= isOtherTotal || page.rows.some(({ id }) => known.has(id));
        total = page.total;
        for (const { id } of page.rows) known.add(id);
        pages.push({ ...page, rows });
        read += rows.length;
        setProgress({ read, most: Math.min(MOST_ROWS, total ?? read * 2) });
      };
      const options = { signal, isWhole: !found, purpose: 'export' } as const;
      const readPage = (page: ListQuery['page']) =>
        retryWhenBusy(() => fetchList(resource, { ...query, page }, options), { signal });
      setProgress({ read, most: 1 });
      if (found) {
        // The rows are already loaded: this read is for the audit trail.
        await readPage({ size: 1 });
        add(found);
        isWhole = !found.isTotalMinimum;
      }
      for (let number = 1; !found && !isWhole && read < MOST_ROWS && !signal.aborted; number++) {
        const answer = await readPage({ number, size: PAGE_SIZE.most });
        const rows = isListed ? answer.rows.filter(isListed) : answer.rows;
        // A server that ignores `page[number]` would return the same page forever.
        isWhole = !answer.hasNext || rows.length < answer.rows.length || rows.every(({ id }) => known.has(id));
        add({ ...answer, rows });
      }
      const { exportRows } = await retryWithBackoff(() => import('./export-rows.ts'));
      signal.throwIfAborted();
      await exportRows(resource.type, columns, pages, resource.attributes);
      const text = t`${plural(read, { one: 'Exported # row', other: 'Exported # rows' })}`;
      if (!isWhole) showToast({ text, tone: 'warn', detail: t`Export limit reached; some rows were left out.` });
      else if (hasShifted)
        showToast({ text, tone: 'warn', detail: t`The list changed during the export, so rows may be missing.` });
      else showToast({ text, tone: 'good', detail: t`All matching rows, with the columns shown.` });
    } catch (error) {
      if (signal.aborted) showToast({ text: t`Export cancelled` });
      else showToast({ text: t`Couldn’t export the rows`, detail: errorMessage(error), tone: 'bad' });
    } finally {
      stopFollowing();
      stopper.current = undefined;
      setProgress(undefined);
    }
  };
  return { start: () => void run(), progress, cancel };
}
