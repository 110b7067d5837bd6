import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeRecord, refreshLists } from '#src/api/cache.ts';
import { isCurrent } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readRow } from '#src/api/read-row.ts';
import { createTypedStore } from '#src/crud/typed-store.ts';
import { CommentLost } from '../comment-lost.ts';
import type { Decision } from '../send-decision.ts';
import type { Failures } from '../send-together.ts';
import { editTextKey, rejectAllTextKey, rejectTextKey } from '../typed-texts.ts';
import { dropDecisions, outbox, type PendingDecision } from './outbox-store.ts';
import { createTenantStore } from './tenant-store.ts';

/** Decisions that were refused, by draft, until the draft is decided anew. */
export const failedDecisions = createTenantStore<Readonly<Record<string, FailedDecision>>>({});

interface FailedDecision {
  decision: Decision;
  error: unknown;
}

/** Drafts decided here, whose lists have not been read again. */
export const decidedHere = createTenantStore<ReadonlySet<string>>(new Set());

/** What came of decisions that were taken together, and why those failed that did. */
type OutcomeListener = (entries: readonly PendingDecision[], failures: Failures) => void;
const listeners = new Set<OutcomeListener>();

/** Calls back when decisions of this tab went through or failed; returns how to stop that. */
export function onOutcome(listener: OutcomeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes decisions of one tenant whose outcome is known out of the outbox, and shows and tells what came of them. */
export function settle(entries: readonly PendingDecision[], failures: Failures): void {
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
  for (const listener of listeners) listener(entries, failures);
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

/** Notes why a decision on a draft of a tenant failed; undefined where a new one is taken. */
export function noteFailure(connectionKey: string, draftId: string, failure: FailedDecision | undefined): void {
  failedDecisions.change(connectionKey, ({ [draftId]: _, ...others }) =>
    failure ? { ...others, [draftId]: failure } : others,
  );
}
