import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Resource } from '#contract/resource.ts';
import { refreshLists } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { actionsElsewhere } from './actions-elsewhere.ts';
import { delayAction, sendActionsOn } from './delayed-actions.ts';
import { countRecords, deleteAll } from './delete-all.ts';
import { elsewhere, toastAction } from './failed-actions.ts';

/** A record to delete, with its display name. */
export interface Deletion {
  id: string;
  label: string;
}

/** Keys of records that lists hide: their deletion is pending, in flight, or has just completed. */
const hidden = createStore<ReadonlySet<string>>(new Set());
const none: ReadonlySet<string> = new Set();

/** Ids of the records of a resource that lists hide, because this or another tab deletes them. */
export function useHiddenIds(resource: Resource): ReadonlySet<string> {
  const all = useStore(hidden);
  const others = useStore(actionsElsewhere);
  const prefix = recordKey(connection.get(), resource, '');
  const { type } = resource;
  return useMemo(() => {
    if (all.size + others.length === 0) return none;
    const own = [...all].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    const deleted = others.flatMap(({ writes }) => writes).filter((write) => !write.attributes && write.type === type);
    return new Set([...own, ...deleted.map(({ id }) => id)]);
  }, [all, others, prefix, type]);
}

/**
 * Deletes records after the undo period, unless undone; without delay if `isNow`. Lists hide them at once. Each delete
 * is sent once, when the period ends or the page unloads.
 */
export function useDeleteWithUndo(): (resource: Resource, records: readonly Deletion[], isNow?: boolean) => void {
  const { t, i18n } = useLingui();
  const sentence = useErrorSentence();

  /** Shows a toast for a failure, and returns the failure text. */
  const tell = (resource: Resource, failed: readonly Deletion[], error: unknown, from: Connection, by?: string) => {
    const detail = sentence(error);
    const label = failed[0]?.label ?? '';
    const count = failed.length;
    const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
    const text = isUnknown
      ? count === 1
        ? t`We couldn’t confirm that “${label}” was deleted`
        : t`We couldn’t confirm that ${countRecords(resource, count)} were deleted`
      : count === 1
        ? t`Couldn’t delete “${label}”`
        : t`Couldn’t delete ${countRecords(resource, count)}`;
    const action = toastAction(from, t`Retry`, () => deleteWithUndo(resource, failed), by);
    showToast({ text: text + elsewhere(from.key), detail, tone: 'bad', action });
    return detail;
  };

  const deleteWithUndo = (resource: Resource, records: readonly Deletion[], isNow = false) => {
    const from = connection.get();
    const [first] = records;
    if (!from || !first) return;
    const name = first.label;
    const keys = records.map(({ id }) => recordKey(from, resource, id));
    hide(keys, true);
    const subject = keys.join();
    const writesOf = (some: readonly Deletion[]) => some.map(({ id, label }) => ({ type: resource.type, id, label }));
    delayAction({
      from,
      subject,
      writes: writesOf(records),
      text: records.length === 1 ? t`Deleted “${name}”` : t`Deleted ${countRecords(resource, records.length)}`,
      requests: records.length,
      send: async (how) => {
        const sendOne = (record: Deletion) => deleteRecord(resource, record.id, { from, ...how });
        const { done, failed, reason } = await deleteAll(resource, records, sendOne, how.keepalive);
        const failure = failed.length > 0 ? tell(resource, failed, reason, from, how.expectedUser) : undefined;
        await refreshLists(resource);
        hide(keys, false);
        if (records.length === 1 || done === records.length) return failure;
        const [count, total] = [i18n.number(done), countRecords(resource, records.length)];
        return { failure, writes: writesOf(failed), pastText: t`Deleted ${count} of ${total}` };
      },
      onUndo: () => {
        hide(keys, false);
        announce(t`Undone: ${first.label}`);
      },
    });
    if (isNow) sendActionsOn(subject);
  };
  return deleteWithUndo;
}

function hide(keys: readonly string[], isHidden: boolean): void {
  const next = new Set(hidden.get());
  for (const key of keys) {
    if (isHidden) next.add(key);
    else next.delete(key);
  }
  hidden.set(next);
}

const recordKey = (from: Connection | undefined, resource: Resource, id: string) =>
  `${from?.key}|${resource.type}|${id}`;
