import { connection } from '#src/api/connection.ts';
import { otherTabs, tabId } from '#src/lib/tab.ts';
import { dropDecision, outbox, type PendingDecision } from './outbox-store.ts';
import { isInReview, readDraft } from './send-decision.ts';

/** Decisions of other tabs at the tenant one is signed in to. */
export const isOfOtherTab = ({ connectionKey, owner }: PendingDecision): boolean =>
  connectionKey === connection.get()?.key && owner !== tabId;

/**
 * Decisions of tabs that are gone, whose drafts still wait: they were not sent. Those that have arrived are dropped.
 * Throws an ApiError where a draft cannot be read.
 */
export async function findOrphans(): Promise<PendingDecision[]> {
  const from = connection.get();
  if (!from || !outbox.get().some(isOfOtherTab)) return [];
  const alive = await otherTabs();
  const orphans = outbox.get().filter((entry) => isOfOtherTab(entry) && !alive.has(entry.owner));
  const drafts = await Promise.all(orphans.map(({ draftId }) => readDraft(draftId, from)));
  const unsent = orphans.filter((_, index) => drafts[index] && isInReview(drafts[index]));
  for (const entry of orphans) if (!unsent.includes(entry)) dropDecision(entry);
  return unsent;
}
