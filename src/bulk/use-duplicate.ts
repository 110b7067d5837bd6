import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { Identifier } from '#contract/document.ts';
import type { Input, Resource, Row } from '#contract/resource.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { useSave } from '#src/api/mutations.ts';
import { signedInId } from '#src/api/query-client.ts';
import type { SaveInput } from '#src/api/write-inputs.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { countRecords, useDeleteWithUndo } from './delete-with-undo.ts';
import { elsewhere, showFailureToast, toastAction } from './failed-actions.ts';
import { failuresOf, type Job, resultsOf, startJob } from './job-runner.ts';

/**
 * What a copy changes from its original. `attempt` counts from 1: if the service refuses one of these values, such as a
 * taken name, the next attempt is requested.
 */
export type CopyChanges<R extends Resource> = (row: Row<R>, attempt: number) => Input<R>;

const MAX_ATTEMPTS = 20;

export interface Duplicating<R extends Resource> {
  /** Copies each record, except those that are being copied already. */
  start: (rows: readonly Row<R>[]) => void;
  job: Job<Row<R>, Row<R>> | undefined;
}

/** Copies records, and reports copies with a way to delete them again, and failures with the reason. */
export function useDuplicate<R extends Resource>(
  resource: R,
  rowName: (row: Row<R>) => string,
  changes: CopyChanges<R>,
  onCopied?: (copies: readonly Row<R>[], from: Connection) => void,
): Duplicating<R> {
  const { t } = useLingui();
  const deleteWithUndo = useDeleteWithUndo();
  const { mutateAsync } = useSave(resource);
  const [job, setJob] = useState<Job<Row<R>, Row<R>>>();
  const underWay = useRef(new Set<string>());

  const start = async (wanted: readonly Row<R>[]) => {
    const rows = wanted.filter(({ id }) => !underWay.current.has(id));
    const from = connection.get();
    if (rows.length === 0 || !from) return;
    const by = signedInId(from);
    for (const { id } of rows) underWay.current.add(id);
    const started = startJob(rows, (row) => copyRecord(resource, row, changes, mutateAsync));
    setJob(started);
    await started.ended;
    setJob(undefined);
    for (const { id } of rows) underWay.current.delete(id);
    const copies = resultsOf(started.outcomes);
    const failures = failuresOf(started.outcomes);
    const [copy] = copies;
    if (copy) {
      onCopied?.(copies, from);
      const undone = copies.map((one) => ({ id: one.id, label: rowName(one) }));
      const text =
        copies.length === 1
          ? t`Created the copy “${{ name: rowName(copy) }}”`
          : t`Created ${plural(copies.length, { other: '# copies' })}`;
      const label = t`${plural(copies.length, { one: 'Delete copy', other: 'Delete copies' })}`;
      const action = toastAction(from, label, () => deleteWithUndo(resource, undone), by);
      // A server may not say which records it has created.
      showToast({ text: text + elsewhere(from.key), tone: 'good', ...(undone.every(({ id }) => id) && { action }) });
    }
    const [failure] = failures;
    if (failure) {
      const again = failures.map(({ item }) => item);
      const text =
        failures.length === 1
          ? t`Couldn’t duplicate “${{ name: rowName(failure.item) }}”`
          : t`Couldn’t duplicate ${countRecords(resource, failures.length)}`;
      showFailureToast(from, text, failure.error, { label: t`Retry`, run: () => void start(again), by });
    }
  };
  return { start: (rows) => void start(rows), job };
}

async function copyRecord<R extends Resource>(
  resource: R,
  row: Row<R>,
  changes: CopyChanges<R>,
  save: (input: SaveInput<R>) => Promise<Row<R>>,
): Promise<Row<R>> {
  const writable = Object.entries(resource.attributes).filter(([, { write }]) => write !== 'never');
  const same = Object.fromEntries(writable.map(([name]) => [name, Reflect.get(row, name)]));
  const links = Object.entries(resource.one).filter(([, { write }]) => write !== 'never');
  const linked: Record<string, Identifier | null | undefined> = row.one;
  const one = Object.fromEntries(links.flatMap(([name]) => (linked[name] ? [[name, linked[name]]] : [])));
  for (let attempt = 1; ; attempt++) {
    const changed = changes(row, attempt);
    try {
      return await save({ attributes: { ...same, ...changed } as Input<R>, one });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.errors.some(({ field }) => field && field in changed);
      if (!isRefused || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Name of a copy: "refund (copy)", and with further attempts "refund (copy 2)". */
export const nextCopyName = (name: string, attempt: number): string =>
  // Stored as data, so without the bidi isolates around interpolated values.
  (attempt === 1 ? t`${name} (copy)` : t`${name} (copy ${attempt})`).replaceAll(/[\u2068\u2069]/g, '');
