import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Resource } from '#contract/resource.ts';
import { refreshLists } from '#src/api/cache.ts';
import { type Connection, connection, onSwitch } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { listen } from '#src/lib/listen.ts';
import { onPageHide } from '#src/lib/on-page-hide.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { dismissToast, showToast } from '#src/ui/overlay/toasts.ts';
import { deleteAll } from './delete-all.ts';

const UNDO_MS = 6000;
/** How many requests an unloading page can send. */
const MOST_AT_ONCE = 100;

/** A record to delete, with its display name. */
export interface Deletion {
  id: string;
  label: string;
}

interface Waiting {
  resource: Resource;
  from: Connection;
  records: readonly Deletion[];
  toast: string;
  timer: ReturnType<typeof setTimeout>;
  onUndo: () => void;
  onFailure: (failed: readonly Deletion[], error: unknown) => void;
}

/** Keys of records hidden from lists: deletions that wait, are in flight, or have just completed. */
const hidden = createStore<ReadonlySet<string>>(new Set());
const waiting: Waiting[] = [];
const none: ReadonlySet<string> = new Set();

/** Ids of the resource's records that lists leave out. */
export function useHiddenIds(resource: Resource): ReadonlySet<string> {
  const all = useStore(hidden);
  const prefix = keyOf(connection.get(), resource, '');
  return useMemo(() => {
    if (all.size === 0) return none;
    return new Set([...all].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)));
  }, [all, prefix]);
}

/**
 * Deletes records unless undone within six seconds: they leave the lists at once, and each delete is sent once, when
 * the time is over or the page unloads.
 */
export function useDeleteWithUndo(resource: Resource): (records: readonly Deletion[]) => void {
  const { t } = useLingui();
  const sentence = useErrorSentence();

  const deleteWithUndo = (records: readonly Deletion[]) => {
    const from = connection.get();
    const [first] = records;
    if (!from || !first) return;
    const name = first.label;
    const item: Waiting = {
      resource,
      from,
      records,
      toast: showToast({
        text:
          records.length === 1 ? t`Deleted “${name}”` : t`Deleted ${plural(records.length, { other: '# records' })}`,
        until: Date.now() + UNDO_MS,
        lasts: Number.POSITIVE_INFINITY,
        action: { label: t`Undo`, shortcut: 'z', onAct: () => undo(item) },
      }),
      timer: setTimeout(() => void send(item), UNDO_MS),
      onUndo: () => announce(t`Taken back: ${first.label}`),
      onFailure: (failed, error) => {
        const label = failed[0]?.label ?? '';
        const count = failed.length;
        const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
        showToast({
          text: isUnknown
            ? count === 1
              ? t`It is not known whether “${label}” was deleted`
              : t`It is not known whether all ${plural(count, { other: '# records' })} were deleted`
            : count === 1
              ? t`“${label}” was not deleted`
              : t`${plural(count, { other: '# records were not deleted' })}`,
          detail: sentence(error),
          tone: 'bad',
          action: { label: t`Try again`, onAct: () => deleteWithUndo(failed) },
        });
      },
    };
    waiting.push(item);
    hide(item, true);
  };
  return deleteWithUndo;
}

/** Undoes the newest deletion still waiting. */
export function undoLastDelete(): void {
  const last = waiting.at(-1);
  if (!last) return;
  dismissToast(last.toast);
  undo(last);
}

function undo(item: Waiting): void {
  if (!take(item)) return;
  hide(item, false);
  item.onUndo();
}

/** Removes it from the queue, so that nothing is sent or undone twice. Returns whether it was still waiting. */
function take(item: Waiting): boolean {
  const index = waiting.indexOf(item);
  if (index < 0) return false;
  waiting.splice(index, 1);
  clearTimeout(item.timer);
  dismissToast(item.toast);
  return true;
}

async function send(item: Waiting, keepalive = false): Promise<void> {
  if (!take(item)) return;
  const { resource, from, records } = item;
  const sendOne = (record: Deletion) => deleteRecord(resource, record.id, { from, keepalive });
  const { failed, reason } = await deleteAll(records, sendOne, keepalive);
  if (failed.length > 0) item.onFailure(failed, reason);
  await refreshLists(resource);
  hide(item, false);
}

function hide({ from, resource, records }: Waiting, isHidden: boolean): void {
  const next = new Set(hidden.get());
  for (const { id } of records) {
    const key = keyOf(from, resource, id);
    if (isHidden) next.add(key);
    else next.delete(key);
  }
  hidden.set(next);
}

const keyOf = (from: Connection | undefined, resource: Resource, id: string) => `${from?.key}|${resource.type}|${id}`;

function sendAll(keepalive: boolean): void {
  for (const item of [...waiting]) void send(item, keepalive);
}

listen(window, 'beforeunload', (event) => {
  if (waiting.some(({ records }) => records.length > MOST_AT_ONCE)) event.preventDefault();
});
onPageHide(() => sendAll(true));
// Signing out or switching connection does not undo a deletion.
onSwitch(() => sendAll(false));
