import { t } from '@lingui/core/macro';
import { connection } from '#src/api/connection.ts';
import { isOwnActionAt } from '#src/bulk/action-owner.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { locallyDecidedIds } from '#src/outbox/decision-outcomes.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { explainBlockedAction } from '../review-queue/blocked-action.tsx';
import { queueOverlay, readSkipped, skippedIds, skippedKey } from '../review-queue/queue-overlay.ts';
import type { QueueItem } from '../review-queue/queue-query.ts';

export interface SkipOptions {
  /** The open draft. */
  draft: Draft | undefined;
  tab: string;
  selectedCount: number;
  moveOn: (isAround: boolean) => QueueItem | undefined;
}

/** Moves the open draft to the end of the queue for this session, and opens the next one. */
export function skipDraft({ draft, tab, selectedCount, moveOn }: SkipOptions): void {
  if (selectedCount > 0) explainBlockedAction(draft, 'skip_selected');
  else if (!draft || tab !== 'in_review' || !isInReview(draft)) explainBlockedAction(draft, 'skip');
  else if (!moveOn(true)) explainBlockedAction(draft, 'skip_last');
  else {
    keepSkipped([...skippedIds.get().filter((id) => id !== draft.id), draft.id]);
    announce(t`Skipped until later`);
  }
}

/** Forgets drafts that another user has skipped in this tab. */
export function forgetSkippedOfOthers(myId: string): void {
  const by = asRecord(readStored('session', skippedKey()))?.by;
  if (by !== undefined && by !== myId) keepSkipped([]);
}

function keepSkipped(ids: readonly string[]): void {
  writeStored('session', skippedKey(), ids.length > 0 ? { by: queueOverlay.get().myId, ids } : undefined);
  skippedIds.set(ids);
}

/** Forgets skipped drafts that are decided: one whose decision is undone returns to its normal place. */
function forgetDecided(): void {
  // Read from storage: during a switch of connections, the store may still hold the ids of the previous one.
  const skipped = readSkipped();
  const key = connection.get()?.key;
  const isDecided = (id: string) =>
    locallyDecidedIds.get().has(id) || outbox.get().some((entry) => entry.draftId === id && isOwnActionAt(key, entry));
  const left = skipped.filter((id) => !isDecided(id));
  if (left.length < skipped.length) keepSkipped(left);
}

outbox.subscribe(forgetDecided);
locallyDecidedIds.subscribe(forgetDecided);
