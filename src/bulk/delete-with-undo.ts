import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Resource } from '#contract/resource.ts';
import { refreshLists } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { delayAction, sendActionsOn } from './delayed-actions.ts';
import { showFailureToast } from './failed-actions.ts';
import { failuresOf, isSignInDeclined, type JobProgress, type RunningJob, startJob } from './job-runner.ts';
import { otherTabActions } from './other-tab-actions.ts';

/** A record to delete, with its display name. */
interface Deletion {
  id: string;
  label: string;
}

/** Keys of records that lists hide: their deletion is pending, in flight, or has just completed. */
const hidden = createStore<ReadonlySet<string>>(new Set());
const none: ReadonlySet<string> = new Set();

/** Ids of the records of a resource that lists hide, because this or another tab deletes them. */
export function useHiddenIds(resource: Resource): ReadonlySet<string> {
  const all = useStore(hidden);
  const others = useStore(otherTabActions);
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

  /** Shows a toast for a failure, and returns the failure text. */
  const report = (resource: Resource, failed: readonly Deletion[], error: unknown, from: Connection, by?: string) => {
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
    return showFailureToast(from, text, error, { label: t`Retry`, run: () => deleteWithUndo(resource, failed), by });
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
      send: async (how, onJob) => {
        const sendOne = (record: Deletion) => deleteRecord(resource, record.id, { from, ...how });
        const { done, failed, reason } = await deleteAll(resource, records, sendOne, how.keepalive ? undefined : onJob);
        const failure = failed.length > 0 ? report(resource, failed, reason, from, how.expectedUser) : undefined;
        await refreshLists(resource);
        hide(keys, false);
        if (records.length === 1 || done === records.length) return failure;
        const [count, total] = [i18n.number(done), countRecords(resource, records.length)];
        return { failure, writes: writesOf(failed), pastText: t`Deleted ${count} of ${total}` };
      },
      onUndo: () => {
        hide(keys, false);
        announce(t`Undone: ${records.length === 1 ? name : countRecords(resource, records.length)}`);
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

/** Up to this many records, there is no progress: the deletion ends before the user could read it. */
const FEW = 10;

const counts: Readonly<Record<string, (count: number) => string>> = {
  clients: (count) => t`${plural(count, { one: '# client', other: '# clients' })}`,
  master_keywords: (count) => t`${plural(count, { one: '# keyword', other: '# keywords' })}`,
  suggestions: (count) => t`${plural(count, { one: '# suggestion', other: '# suggestions' })}`,
  rooms: (count) => t`${plural(count, { one: '# room', other: '# rooms' })}`,
  support_draft_messages: (count) => t`${plural(count, { one: '# draft', other: '# drafts' })}`,
};

/** A count with the noun of the resource, such as "3 keywords". */
export const countRecords = ({ type }: Resource, count: number): string =>
  counts[type]?.(count) ?? t`${plural(count, { one: '# record', other: '# records' })}`;

interface DeletionOutcome<Record> {
  done: number;
  failed: Record[];
  reason: unknown;
}

/**
 * Deletes records with limited concurrency; many of them as a job that the user can stop. Records not started by then
 * are kept, and are neither done nor failed. Once the user declines to sign in again, the rest fails unsent. Without
 * `onJob`, because the page unloads, all requests start at once.
 */
export async function deleteAll<Record>(
  resource: Resource,
  records: readonly Record[],
  deleteOne: (record: Record) => Promise<void>,
  onJob: ((job: RunningJob) => void) | undefined,
): Promise<DeletionOutcome<Record>> {
  const job = startJob(records, deleteOne, onJob ? undefined : Number.POSITIVE_INFINITY);
  job.progress.subscribe(() => isSignInDeclined(job.outcomes) && job.cancel());
  const isShown = records.length > FEW && onJob !== undefined;
  if (isShown) onJob(job);
  await job.ended;
  if (isShown) showDeletedToast(resource, job.progress.get());
  const failures = failuresOf(job.outcomes);
  const unsent = isSignInDeclined(job.outcomes) ? job.takeLeft() : [];
  const failed = [...failures.map(({ item }) => item), ...unsent];
  return { done: job.progress.get().done, failed, reason: failures.at(-1)?.error };
}

function showDeletedToast(resource: Resource, { state, done: count, total: all }: JobProgress): void {
  const [done, total] = [i18n.number(count), i18n.number(all)];
  if (state === 'cancelled') showToast({ text: t`Deleted ${done} of ${total}. The others were kept.` });
  else if (count > 0) showToast({ text: t`Deleted ${countRecords(resource, count)}`, tone: 'good' });
}
