import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeCurrent, refreshLists } from '#src/api/cache.ts';
import { isCurrent } from '#src/api/connection.ts';
import { type Failures, isApplied } from '#src/api/decision.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { isOtherUsersAction } from '#src/bulk/action-owner.ts';
import type { Job } from '#src/bulk/job-runner.ts';
import { createDraftStorage } from '#src/form/draft/draft-storage.ts';
import { debounce } from '#src/lib/debounce.ts';
import { isText } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { editBaseKey, editTextKey, REJECT_SELECTED_KEY, rejectAllTextKey, rejectTextKey } from './create-decision.ts';
import { idsToReselect, markDecided, recordFailure } from './decision-outcomes.ts';
import { dropDecisions, outbox, type PendingDecision } from './outbox-store.ts';

/** Several decisions being sent. */
export type DecisionJob = Job<PendingDecision, undefined>;

/** Running jobs by batch key. */
export const runningJobs = createStore<ReadonlyMap<string, DecisionJob>>(new Map());

/** Receives the outcome of a batch, with the errors of those that failed. */
type OutcomeListener = (entries: readonly PendingDecision[], failures: Failures) => void;
const listeners = new Set<OutcomeListener>();

/** Calls back when decisions of this tab succeed or fail; returns an unsubscribe function. */
export function onOutcome(listener: OutcomeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyOutcome(entries: readonly PendingDecision[], failures: Failures): void {
  for (const listener of listeners) listener(entries, failures);
}

/** Removes decisions of one connection from the outbox, records their outcome and notifies listeners. */
export function resolveDecisions(entries: readonly PendingDecision[], failures: Failures): void {
  const key = entries[0]?.connectionKey ?? '';
  const decided = entries.filter((entry) => isApplied(failures, entry)).map(({ draftId }) => draftId);
  markDecided(key, decided, true);
  dropDecisions(entries);
  for (const entry of entries) {
    if (!Object.hasOwn(failures, entry.draftId)) {
      forgetTexts(entry);
      continue;
    }
    recordFailure(key, entry.draftId, { decision: entry, error: failures[entry.draftId] });
    mergeCurrent(drafts, failures[entry.draftId], { key });
  }
  reselectInQueue(entries.filter((entry) => !isApplied(failures, entry)));
  notifyOutcome(entries, failures);
  // Another connection's queries are refetched when the user returns to it.
  if (!isCurrent({ key })) return;
  // The room has a new message: the approved one, or the visitor's that caused the refusal.
  for (const roomId of new Set(entries.map(({ seen }) => seen.roomId))) if (roomId) refreshRoom(roomId);
  refreshDrafts();
}

/** Removes cancelled decisions, which were never sent, from the outbox. */
export function releaseDecisions(entries: readonly PendingDecision[]): void {
  if (entries.length === 0) return;
  dropDecisions(entries);
  reselectInQueue(entries);
}

/** Selects the undecided drafts of a bulk decision in the queue again, and restores the reason for its dialog. */
export function reselectInQueue(entries: readonly PendingDecision[]): void {
  const selected = entries.filter(({ isSelection }) => isSelection);
  const [first] = selected;
  if (!first) return;
  const { connectionKey: key, kind, comment } = first;
  const ids = selected.map(({ draftId }) => draftId);
  idsToReselect.change(key, (before) => [...new Set([...before, ...ids])]);
  const reason = createDraftStorage(REJECT_SELECTED_KEY, { connectionKey: key });
  if (kind !== 'reject' || isOtherUsersAction(first) || reason.read(isText)) return;
  reason.write(comment);
  // Flush, because the dialog may open and read it at once.
  reason.flush();
}

const REFRESH_MS = 2_000;
let nextRefreshAtMs = 0;
const refresh = debounce(() => {
  // A read while another decision is in flight would show its draft as undecided.
  if (outbox.get().some((entry) => entry.state !== 'waiting' && !isOtherUsersAction(entry))) return;
  nextRefreshAtMs = performance.now() + REFRESH_MS;
  void refreshLists(drafts);
});

/** Refetches drafts, throttled: decisions may be made as fast as keys are pressed. */
const refreshDrafts = () => refresh.schedule(Math.max(0, nextRefreshAtMs - performance.now()));

/** Deletes the stored texts that a decision has sent. Keeps other texts for the draft, which exist nowhere else. */
function forgetTexts({ draftId, kind, batch, connectionKey, comment, editedContent, seen }: PendingDecision): void {
  const storageOf = (name: string) => createDraftStorage(name, { connectionKey });
  const [reason, edit] = [storageOf(rejectTextKey(draftId)), storageOf(editTextKey(draftId))];
  if (batch === undefined && kind === 'reject') reason.forget(comment);
  else reason.forgetSent(comment);
  if (batch === undefined && editedContent !== undefined) edit.forget(editedContent);
  else edit.forgetSent(seen.content);
  storageOf(editBaseKey(draftId)).mergeOthers(undefined);
  if (batch !== undefined && seen.roomId !== undefined) storageOf(rejectAllTextKey(seen.roomId)).forget(comment);
}

/** Invalidates a room and its messages. */
function refreshRoom(roomId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.below(rooms, roomId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.one(rooms, roomId) });
}
