import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeRecord, refreshLists } from '#src/api/cache.ts';
import { type Connection, isCurrent } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readRow } from '#src/api/read-row.ts';
import { createTypedStore } from '#src/crud/typed-store.ts';
import { tabId } from '#src/lib/tab.ts';
import { CommentLost } from '../comment-lost.ts';
import { deliverDecision } from '../deliver-decision.ts';
import type { Decision } from '../send-decision.ts';
import type { Failures, sendTogether } from '../send-together.ts';
import { editTextKey, rejectAllTextKey, rejectTextKey } from '../typed-texts.ts';
import { decidedHere, noteFailure, tellOutcome } from './decision-outcomes.ts';
import { dropDecisions, isSame, outbox, type PendingDecision, readOutbox, updateDecisions } from './outbox-store.ts';

/** Decisions to be sent together. */
export interface Errand {
  entries: readonly PendingDecision[];
  /** The user may have switched tenant by the time it is sent. */
  from: Connection;
  /** Sends several in one request, where possible. Passed in by callers that batch, as few pages need its code. */
  together: typeof sendTogether | undefined;
}

/** Sends a job; `keepalive` lets its requests outlive the page. */
export async function deliver(errand: Errand, keepalive: boolean): Promise<void> {
  // Skip decisions that were undone, or claimed by another tab.
  const now = readOutbox();
  const entries = errand.entries.filter((entry) =>
    now.some((other) => isSame(other, entry) && other.owner === tabId && other.state === 'waiting'),
  );
  if (entries.length === 0) return;
  updateDecisions(entries, { state: 'sending' });
  const failures = await send(entries, errand, keepalive);
  const unsent = entries.filter(({ draftId }) => !isCurrent(errand.from) && isSignedOut(failures[draftId]));
  // The session ended in another tab: release them, so that the next user to sign in is asked about them.
  updateDecisions(unsent, { owner: NO_OWNER, state: 'waiting' });
  const known = entries.filter((entry) => !unsent.includes(entry));
  if (known.length > 0) settle(known, failures);
}

const NO_OWNER = '';
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Sends a batch; returns the failures once every outcome is known. */
async function send(
  entries: readonly PendingDecision[],
  { from, together }: Errand,
  keepalive: boolean,
): Promise<Failures> {
  if (together && entries.length > 1) {
    try {
      const failures = await together(entries, from, keepalive);
      if (failures) return failures;
    } catch (error) {
      return Object.fromEntries(entries.map(({ draftId }) => [draftId, error]));
    }
  }
  const failures: Record<string, unknown> = {};
  for (const entry of entries) {
    const onWait = (state: 'unknown' | 'busy', dueAt: number) => updateDecisions([entry], { state, dueAt });
    await deliverDecision(entry, from, { keepalive, onWait }).catch((error: unknown) => {
      failures[entry.draftId] = error;
    });
  }
  return failures;
}

/** Removes decisions of one tenant whose outcome is known from the outbox, shows the outcome and notifies listeners. */
function settle(entries: readonly PendingDecision[], failures: Failures): void {
  const tenant = entries[0]?.connectionKey ?? '';
  const isDecided = ({ draftId }: Decision) =>
    !Object.hasOwn(failures, draftId) || failures[draftId] instanceof CommentLost;
  const decided = entries.filter(isDecided).map(({ draftId }) => draftId);
  decidedHere.change(tenant, (before) => new Set([...before, ...decided]));
  dropDecisions(entries);
  for (const entry of entries) {
    if (!Object.hasOwn(failures, entry.draftId)) {
      forgetTexts(entry);
      continue;
    }
    noteFailure(tenant, entry.draftId, { decision: entry, error: failures[entry.draftId] });
    takeCurrent(failures[entry.draftId], tenant);
  }
  tellOutcome(entries, failures);
  // Another tenant's queries are refetched when the user returns to it.
  if (!isCurrent({ key: tenant })) return;
  // The room has a new message: the approved one, or the visitor's that caused the refusal.
  for (const roomId of new Set(entries.map(({ seen }) => seen.roomId))) if (roomId) refreshRoom(roomId);
  refreshDrafts();
}

const REFRESH_MS = 2_000;
let mayRefreshAtMs = 0;
let refreshing: ReturnType<typeof setTimeout> | undefined;

/** Throttled, with the first call at once: decisions may be made as fast as keys are pressed. */
function refreshDrafts(): void {
  clearTimeout(refreshing);
  // A read while another decision is in flight would show its draft as undecided.
  if (outbox.get().some(({ state }) => state !== 'waiting')) return;
  const nowMs = performance.now();
  if (nowMs < mayRefreshAtMs) {
    refreshing = setTimeout(refreshDrafts, mayRefreshAtMs - nowMs);
    return;
  }
  mayRefreshAtMs = nowMs + REFRESH_MS;
  void refreshLists(drafts);
}

function forgetTexts({
  draftId,
  batch,
  connectionKey,
  comment,
  editedContent,
  seen: { roomId },
}: PendingDecision): void {
  const forget = (name: string, sent?: string) => createTypedStore(name, { connectionKey }).forget(sent);
  forget(rejectTextKey(draftId), comment);
  forget(editTextKey(draftId), editedContent);
  if (batch !== undefined && roomId !== undefined) forget(rejectAllTextKey(roomId), comment);
}

/** Invalidates a room and its messages. */
function refreshRoom(roomId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.below(rooms, roomId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.one(rooms, roomId) });
}

/** A refusal may carry the current draft. */
function takeCurrent(error: unknown, connectionKey: string): void {
  const current = error instanceof ApiError ? error.errors.find(({ meta }) => meta.current)?.meta.current : undefined;
  const row = readRow(drafts, current);
  if (row?.id) mergeRecord(drafts, row, { key: connectionKey });
}
