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

/** Decisions that are due together. */
export interface Errand {
  entries: readonly PendingDecision[];
  /** The person may be signed in elsewhere by the time it is sent. */
  from: Connection;
  /** Sends several in one request, where that can be. It is loaded with those who take them: few ever do. */
  together: typeof sendTogether | undefined;
}

/** Sends an errand; `keepalive` lets its requests outlive the page. */
export async function deliver(errand: Errand, keepalive: boolean): Promise<void> {
  // They may have been taken back meanwhile, here or in another tab, or another tab may have taken them over.
  const now = readOutbox();
  const entries = errand.entries.filter((entry) =>
    now.some((other) => isSame(other, entry) && other.owner === tabId && other.state === 'waiting'),
  );
  if (entries.length === 0) return;
  updateDecisions(entries, { state: 'sending' });
  const failures = await send(entries, errand, keepalive);
  const unsent = entries.filter(({ draftId }) => !isCurrent(errand.from) && isSignedOut(failures[draftId]));
  // The session has ended in another tab: whoever signs in next is asked about them.
  updateDecisions(unsent, { owner: NOBODY, state: 'waiting' });
  const known = entries.filter((entry) => !unsent.includes(entry));
  if (known.length > 0) settle(known, failures);
}

const NOBODY = '';
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Sends what goes together; gives why some of it failed, once all is known. */
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

/** Takes decisions of one tenant whose outcome is known out of the outbox, and shows and tells what came of them. */
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
  // Another tenant's rooms and drafts are read again when one comes back to it.
  if (!isCurrent({ key: tenant })) return;
  // The room has another message now, or the visitor's latest one is the reason.
  for (const roomId of new Set(entries.map(({ seen }) => seen.roomId))) if (roomId) refreshRoom(roomId);
  refreshDrafts();
}

const REFRESH_MS = 2_000;
let mayRefreshAtMs = 0;
let refreshing: ReturnType<typeof setTimeout> | undefined;

/** At once after a pause, else now and then: decisions may leave as fast as keys are pressed. */
function refreshDrafts(): void {
  clearTimeout(refreshing);
  // What is read while another decision is under way would show its draft as it was.
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

/** Has a room and what is said in it read again where they are on the screen. */
function refreshRoom(roomId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.below(rooms, roomId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.one(rooms, roomId) });
}

/** A refusal may carry the draft as it stands now. */
function takeCurrent(error: unknown, connectionKey: string): void {
  const current = error instanceof ApiError ? error.errors.find(({ meta }) => meta.current)?.meta.current : undefined;
  const row = readRow(drafts, current);
  if (row?.id) mergeRecord(drafts, row, { key: connectionKey });
}
