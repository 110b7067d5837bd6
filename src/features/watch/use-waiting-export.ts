import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { fetchList } from '#src/api/reads.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { exportRows } from '#src/list/table/export-rows.ts';
import type { ShownColumn } from '#src/list/table/features.ts';
import type { ListExport } from '#src/list/table/use-list-export.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import type { WaitingRow } from './waiting-columns.tsx';

/** Exports the waiting visitors that are listed. `isCut`: there are more than were loaded. */
export function useWaitingExport(
  rows: readonly WaitingRow[],
  columns: readonly ShownColumn<WaitingRow>[],
  isCut: boolean,
): ListExport {
  const { t, i18n } = useLingui();
  const sentence = useErrorSentence();
  const [start] = useSingleFlight(async () => {
    try {
      // The rows are already loaded: this read is for the audit trail.
      await fetchList(rooms, { filter: { awaiting_support: '1' }, page: { size: 1 } }, { purpose: 'export' });
      await exportRows(i18n, 'waiting', columns, [{ rows, included: {} }]);
      const read = rows.length;
      const text = t`${plural(read, { one: 'Exported # row', other: 'Exported # rows' })}`;
      if (isCut) showToast({ text, tone: 'warn', detail: t`Export limit reached; some rows were left out.` });
      else showToast({ text, tone: 'good', detail: t`All matching rows, with the columns shown.` });
    } catch (error) {
      showToast({ text: t`Couldn’t export the rows`, detail: sentence(error), tone: 'bad' });
    }
  });
  return { start: () => void start(), progress: undefined, cancel: () => undefined };
}
