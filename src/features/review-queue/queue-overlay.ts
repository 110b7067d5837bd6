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
  decidedBy: (draft: Draft) => string;
}

/** Live data that overlays the held queue. Kept up to date by `QueueEffects`, after the first screen. */
export interface QueueOverlay {
  news: QueueNews;
  /** Id of the signed-in user; undefined if not known. */
  myId: string | undefined;
  /** Drafts that the last reload added and that have not been opened. */
  newIds: ReadonlySet<string>;
  /** Overlays the rooms as last polled, which are newer than the held queue, and reorders the items accordingly. */
  toCurrent: (items: readonly QueueItem[]) => readonly QueueItem[];
  /** Whether a room may have more than one draft in review, by its id. If not, other drafts need not be fetched. */
  isCrowded: (roomId: string) => boolean;
}

export const EMPTY_OVERLAY: QueueOverlay = {
  news: { arrived: 0, total: undefined, isTotalMinimum: false, lastUpdated: 0, decidedBy: () => '' },
  myId: undefined,
  newIds: new Set(),
  toCurrent: (items) => items,
  isCrowded: () => true,
};

export const queueOverlay = createStore(EMPTY_OVERLAY);

/** Whether a new filter may hide the open draft. Until that is known, the draft cannot be decided. */
export const isMatchPending = createStore(false);

/** Session storage key of the drafts skipped at the current connection. */
export const skippedKey = (): string => `countersign.skipped.${connection.get()?.key}`;

/** Ids of the drafts skipped in this session, in their order at the end of the queue; from session storage. */
export function readSkipped(): readonly string[] {
  const ids = asRecord(readStored('session', skippedKey()))?.ids;
  return Array.isArray(ids) ? ids : [];
}

export const skippedIds = createStore(readSkipped());
connection.subscribe(() => skippedIds.set(readSkipped()));
