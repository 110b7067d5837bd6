import { drafts } from '#contract/drafts.ts';
import { mergeRecord, refreshLists } from '#src/api/cache.ts';
import { isCurrent } from '#src/api/connection.ts';
import { fetchOne } from '#src/api/reads.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { onStorageChange } from '#src/lib/storage/local-storage.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { markDecided } from './decision-outcomes.ts';
import { amongEntries, OUTBOX_KEY, outbox, type PendingDecision, readOutbox } from './outbox-store.ts';

onStorageChange([OUTBOX_KEY], follow);
follow();

/** Applies outbox changes by other tabs. Drafts decided there stay out of the queue until they have been re-read. */
function follow(): void {
  const now = readOutbox();
  const isPending = amongEntries(now);
  const gone = outbox.get().filter((entry) => entry.owner !== tabId && !isPending(entry));
  for (const { connectionKey, draftId } of gone) markDecided(connectionKey, [draftId], true);
  outbox.set(now);
  if (gone.length > 0) void rereadDrafts(gone);
}

/** Re-reads the drafts of decisions that have left the outbox in another tab: they were either sent or undone. */
async function rereadDrafts(gone: readonly PendingDecision[]): Promise<void> {
  // Sequentially, because there may be a hundred.
  for (const entry of gone) {
    if (await isStillOpen(entry)) markDecided(entry.connectionKey, [entry.draftId], false);
  }
  if (gone.some(({ connectionKey: key }) => isCurrent({ key }))) await refreshLists(drafts);
}

async function isStillOpen({ connectionKey: key, draftId, state }: PendingDecision): Promise<boolean> {
  // A decision that was last seen waiting was probably undone.
  const isUnsent = state === 'waiting';
  if (!isCurrent({ key })) return isUnsent;
  try {
    const { row } = await fetchOne(drafts, draftId);
    mergeRecord(drafts, row, { key });
    return isInReview(row);
  } catch {
    return isUnsent;
  }
}
