import { type Connection, connection, signInMark } from '#src/api/connection.ts';
import type { Decision } from '#src/api/decision.ts';
import { registerPendingWrites } from '#src/api/sign-in/pending-writes.ts';
import { isOwnActionAt } from '#src/bulk/action-owner.ts';
import { currentAddress } from '#src/lib/base-path.ts';
import { after, retryWithBackoff } from '#src/lib/delay.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { paths } from '#src/paths.ts';
import { recordFailure } from './decision-outcomes.ts';
import type { Delivery, deliver as sendDelivery } from './deliver.ts';
import {
  amongEntries,
  batchOf,
  changeOutbox,
  dropDecisions,
  type PendingDecision,
  readOutbox,
} from './outbox-store.ts';

interface Scheduled extends Delivery {
  cancel: () => void;
}

let deliver: typeof sendDelivery | undefined;

/** Lazy-loads the code that sends decisions: after the first screen, or with the first decision at the latest. */
export async function loadDelivery(): Promise<typeof sendDelivery> {
  deliver ??= (await retryWithBackoff(() => import('./deliver.ts'))).deliver;
  return deliver;
}

/** Batches that this tab sends when their undo period ends, by batch key. */
const scheduled = new Map<string, Scheduled>();
let batches = 0;

/**
 * Adds decisions to the outbox, to be sent when the undo period ends. `label` names the room of each. Skips drafts with
 * a pending decision; returns false if none is left, or if signed out.
 */
export function enqueueDecisions<Given extends Decision>(
  decisions: readonly Given[],
  label: string | ((decision: Given) => string),
  isSelection = false,
): boolean {
  const from = connection.get();
  if (!from) return false;
  const dueAt = Date.now() + settings.get().undoSeconds * 1000;
  const batch = decisions.length > 1 || isSelection ? `${tabId} ${batches++}` : undefined;
  const own = {
    batch,
    isSelection,
    connectionKey: from.key,
    owner: tabId,
    signIn: signInMark(from.key),
    dueAt,
    state: 'waiting',
  } as const;
  const pending = readOutbox().filter((entry) => isOwnActionAt(from.key, entry));
  const known = new Set(pending.map(({ draftId }) => draftId));
  const entries = decisions
    .map(
      (decision): PendingDecision => ({
        ...decision,
        ...own,
        label: typeof label === 'string' ? label : label(decision),
        path: pathOf(decision, batch !== undefined),
      }),
    )
    .filter(({ draftId }) => !known.has(draftId));
  if (entries.length === 0) return false;
  for (const { draftId } of entries) recordFailure(from.key, draftId, undefined);
  changeOutbox((all) => [...all, ...entries]);
  void loadDelivery();
  schedule(entries, from, true);
  return true;
}

/** Path to return to on undo: the current page, or the draft itself for a single decision in the queue. */
function pathOf({ draftId }: Decision, isBatch: boolean): string {
  const { pathname, search } = currentAddress();
  return (pathname.startsWith(paths.review()) && !isBatch ? paths.draft(draftId) : pathname) + search;
}

/** Undoes the decisions that have not been sent yet, and returns them. */
export function undoDecisions(entries: readonly PendingDecision[]): readonly PendingDecision[] {
  const isOne = amongEntries(entries);
  const taken = readOutbox().filter((other) => other.state === 'waiting' && isOne(other));
  for (const entry of taken) scheduled.get(batchOf(entry))?.cancel();
  dropDecisions(taken);
  return taken;
}

/** Schedules decisions of this tab to be sent when their undo period ends. */
export function schedule(entries: readonly PendingDecision[], from: Connection, isTogether = false): void {
  const [first] = entries;
  if (!first) return;
  // A timer for the same draft may be left over, if another tab has undone the earlier decision.
  scheduled.get(batchOf(first))?.cancel();
  const dueAt = Math.max(...entries.map((entry) => entry.dueAt));
  const cancel = after(Math.max(0, dueAt - Date.now()), () => void send(batchOf(first)));
  scheduled.set(batchOf(first), { entries, from, isTogether, cancel });
}

async function send(batch: string, keepalive = false): Promise<void> {
  const delivery = scheduled.get(batch);
  if (!delivery) return;
  delivery.cancel();
  scheduled.delete(batch);
  // On page unload, the request must start in this task, so do not wait for code that is loaded.
  await (deliver ?? (await loadDelivery()))(delivery, keepalive);
}

registerPendingWrites({
  send: (keepalive) => Promise.all(Array.from(scheduled.keys(), (batch) => send(batch, keepalive))),
});
