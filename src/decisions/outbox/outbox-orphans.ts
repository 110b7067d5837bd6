import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { otherTabs, tabId } from '#src/lib/tab.ts';
import { isInReview } from '#src/records/drafts/draft.ts';
import { readDraft } from '../read-draft.ts';
import { dropDecisions, outbox, type PendingDecision } from './outbox-store.ts';

/** Whether another tab owns the decision, at the current tenant. */
export const isOfOtherTab = ({ connectionKey, owner }: PendingDecision): boolean =>
  connectionKey === connection.get()?.key && owner !== tabId;

/**
 * Unsent decisions of closed tabs, judging by drafts that are still in review. Drops those that have arrived. Throws an
 * ApiError if a draft cannot be read.
 */
export async function findOrphans(): Promise<PendingDecision[]> {
  const from = connection.get();
  if (!from || !outbox.get().some(isOfOtherTab)) return [];
  const alive = await otherTabs();
  const orphans = outbox.get().filter((entry) => isOfOtherTab(entry) && !alive.has(entry.owner));
  const drafts = await Promise.all(orphans.map(({ draftId }) => readIfThere(draftId, from)));
  const unsent = orphans.filter((_, index) => drafts[index] && isInReview(drafts[index]));
  dropDecisions(orphans.filter((entry) => !unsent.includes(entry)));
  return unsent;
}

async function readIfThere(id: string, from: Connection) {
  try {
    return await readDraft(id, from);
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}
