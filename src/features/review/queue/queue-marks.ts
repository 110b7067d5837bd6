import { connection } from '#src/api/connection.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { asRecord } from '#src/lib/json.ts';
import { readStored } from '#src/lib/storage/local-storage.ts';
import { createStore } from '#src/lib/store.ts';
import type { QueueItem } from './queue-query.ts';

export interface QueueNews {
  /** Drafts created since the queue was loaded. */
  arrived: number;
  /** How many match now; undefined if not counted. */
  total: number | undefined;
  isTotalMinimum: boolean;
  /** When `total` was fetched, in milliseconds since 1970; 0 if not yet. */
  lastUpdated: number;
  /** Name of the user who decided a draft; empty if not known. */
  settledBy: (draft: Draft) => string;
}

/** What is known besides the held queue. Kept up to date by `QueueFollower`, after the first screen. */
export interface QueueMarks {
  news: QueueNews;
  /** Id of the signed-in user; undefined if not known. */
  myId: string | undefined;
  /** Drafts that the last reload has brought, until they are opened. */
  newIds: ReadonlySet<string>;
  /** The items with their rooms as last polled, which is newer than the held queue, in the order that follows. */
  toCurrent: (items: readonly QueueItem[]) => readonly QueueItem[];
}

export const NO_MARKS: QueueMarks = {
  news: { arrived: 0, total: undefined, isTotalMinimum: false, lastUpdated: 0, settledBy: () => '' },
  myId: undefined,
  newIds: new Set(),
  toCurrent: (items) => items,
};

export const queueMarks = createStore(NO_MARKS);

/** Whether a new filter may hide the open draft: it is not decided until that is known. */
export const isTargetUnknown = createStore(false);

/** Session storage key of the drafts skipped at the current connection. */
export const skippedKey = (): string => `countersign.skipped.${connection.get()?.key}`;

/** Drafts skipped in this session, in the order in which they end the queue; as stored. */
export function readSkipped(): readonly string[] {
  const ids = asRecord(readStored('session', skippedKey()))?.ids;
  return Array.isArray(ids) ? ids : [];
}

export const skippedIds = createStore(readSkipped());
connection.subscribe(() => skippedIds.set(readSkipped()));

/** The items as they are now, those skipped at the end. */
export function arrange(
  items: readonly QueueItem[],
  skipped: readonly string[],
  toCurrent: QueueMarks['toCurrent'],
): readonly QueueItem[] {
  const place = ({ draft }: QueueItem) => skipped.indexOf(draft.id);
  return toCurrent(items).toSorted((a, b) => place(a) - place(b));
}
