import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeCurrent, refreshLists } from '#src/api/cache.ts';
import { type Connection, isCurrent } from '#src/api/connection.ts';
import { decideDraft, isDecisionApplied, resumeDecision } from '#src/api/decide-draft.ts';
import { decideTogether } from '#src/api/decide-together.ts';
import { CommentNotSavedError, type Decision, type Failures, refusal } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { createDraftStorage } from '#src/form/draft/draft-storage.ts';
import { after, delay } from '#src/lib/delay.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { editTextKey, rejectAllTextKey, rejectTextKey } from './create-decision.ts';
import { decidedHere, notifyOutcome, recordFailure } from './decision-outcomes.ts';
import { dropDecisions, isSame, outbox, type PendingDecision, readOutbox, updateDecisions } from './outbox-store.ts';

const LOOK_AGAIN_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;
const MOST_RESENDS = 2;

/** Decisions to be sent together. */
export interface Delivery {
  entries: readonly PendingDecision[];
  /** The user may have switched connection by the time it is sent. */
  from: Connection;
  /** Whether several go in one request, where possible. */
  isTogether: boolean;
}

/** Sends a job; `keepalive` lets its requests outlive the page. */
export async function deliver(delivery: Delivery, keepalive: boolean): Promise<void> {
  // Skip decisions that were undone, or claimed by another tab.
  const now = readOutbox();
  const entries = delivery.entries.filter((entry) =>
    now.some((other) => isSame(other, entry) && other.owner === tabId && other.state === 'waiting'),
  );
  if (entries.length === 0) return;
  updateDecisions(entries, { state: 'sending' });
  const failures = await send(entries, delivery, keepalive);
  const unsent = entries.filter(({ draftId }) => !isCurrent(delivery.from) && isSignedOut(failures[draftId]));
  // The session ended in another tab: release them, so that the next user to sign in is asked about them.
  updateDecisions(unsent, { owner: NO_OWNER, state: 'waiting' });
  const known = entries.filter((entry) => !unsent.includes(entry));
  if (known.length > 0) resolveDecisions(known, failures);
}

const NO_OWNER = '';
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Sends a batch; returns the failures once every outcome is known. */
async function send(
  entries: readonly PendingDecision[],
  { from, isTogether }: Delivery,
  keepalive: boolean,
): Promise<Failures> {
  const together = isTogether && entries.length > 1 ? await deliverBatch(entries, from, keepalive) : undefined;
  if (together) return together;
  const failures: Record<string, unknown> = {};
  for (const entry of entries) {
    const onWait = (state: 'unknown' | 'busy', dueAt: number) => updateDecisions([entry], { state, dueAt });
    await deliverDecision(entry, from, { keepalive, onWait }).catch((error: unknown) => {
      failures[entry.draftId] = error;
    });
  }
  return failures;
}

/** Sends a batch; returns its failures, or undefined if each must be sent on its own. */
export async function deliverBatch(
  decisions: readonly Decision[],
  from: Connection,
  keepalive = false,
): Promise<Failures | undefined> {
  const outcome = await decideTogether(decisions, from, keepalive);
  if (outcome.kind === 'alone') return undefined;
  return outcome.kind === 'done'
    ? outcome.value
    : Object.fromEntries(decisions.map(({ draftId }) => [draftId, outcome.error]));
}

export interface DeliveryOptions {
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** How often the outcome is looked up before giving up. Default: until it is known. */
  looks?: number;
  /** Called before each pause, with why the outcome is unknown and when the next request is due, in ms since 1970. */
  onWait?: (state: 'unknown' | 'busy', until: number) => void;
}

/**
 * Sends a decision exactly once: re-reads the draft before each resend. Throws an ApiError: with code `not_arriving` if
 * the server can be read but nothing sent arrives; one other than a refusal only when `looks` are used up. Throws a
 * CommentNotSavedError if only the comment was not applied.
 */
export async function deliverDecision(
  decision: Decision,
  from: Connection,
  { keepalive = false, looks = Number.POSITIVE_INFINITY, onWait }: DeliveryOptions = {},
): Promise<void> {
  let send = () => decideDraft(decision, from, keepalive);
  let resends = 0;
  const countResend = () => {
    // The browser reports a write blocked by CORS as a plain network error.
    if (++resends > MOST_RESENDS) throw refusal('not_arriving');
  };
  for (let look = 0; ; look++) {
    const outcome = await send();
    if (outcome.kind === 'done') return;
    if (outcome.kind !== 'lost' && outcome.kind !== 'busy') throw outcome.error;
    // A 500 may follow the commit. If it does not, a resend would fail again.
    const isFault = outcome.error.status === 500;
    if (isFault && (await hasArrived(decision, from, outcome.error, { looks, onWait }))) return;
    if (isFault || look >= looks) throw outcome.error;
    await pause(waitBefore(outcome, look), outcome.kind === 'busy' ? 'busy' : 'unknown', onWait);
    if (outcome.kind === 'busy') resends = 0;
    send = () => resumeDecision(decision, from, countResend);
  }
}

function waitBefore({ kind, error }: { kind: string; error: ApiError }, look: number): number {
  if (kind !== 'busy') return look === 0 ? 0 : LOOK_AGAIN_MS;
  return error.retryAfterSeconds === undefined
    ? LOOK_AGAIN_MS
    : Math.min(error.retryAfterSeconds * 1000, LONGEST_WAIT_MS);
}

/** Retries the lookup until the draft can be read. False also if the answer does not tell or `looks` are used up. */
async function hasArrived(
  decision: Decision,
  from: Connection,
  fault: ApiError,
  { looks = Number.POSITIVE_INFINITY, onWait }: DeliveryOptions,
): Promise<boolean> {
  for (let look = 0; ; look++) {
    const outcome = await isDecisionApplied(decision, from);
    fault.isOutcomeUnknown = outcome.kind !== 'done';
    if (outcome.kind === 'done') return outcome.value;
    if (!outcome.error.isResponseLost || look >= looks) return false;
    await pause(waitBefore(outcome, look), 'unknown', onWait);
  }
}

async function pause(ms: number, state: 'unknown' | 'busy', onWait: DeliveryOptions['onWait']): Promise<void> {
  onWait?.(state, Date.now() + ms);
  await delay(ms);
}

/** Removes a connection's decisions whose outcome is known from the outbox, shows it and notifies listeners. */
function resolveDecisions(entries: readonly PendingDecision[], failures: Failures): void {
  const key = entries[0]?.connectionKey ?? '';
  const isDecided = ({ draftId }: Decision) =>
    !Object.hasOwn(failures, draftId) || failures[draftId] instanceof CommentNotSavedError;
  const decided = entries.filter(isDecided).map(({ draftId }) => draftId);
  decidedHere.change(key, (before) => new Set([...before, ...decided]));
  dropDecisions(entries);
  for (const entry of entries) {
    if (!Object.hasOwn(failures, entry.draftId)) {
      forgetTexts(entry);
      continue;
    }
    recordFailure(key, entry.draftId, { decision: entry, error: failures[entry.draftId] });
    mergeCurrent(drafts, failures[entry.draftId], { key });
  }
  notifyOutcome(entries, failures);
  // Another connection's queries are refetched when the user returns to it.
  if (!isCurrent({ key })) return;
  // The room has a new message: the approved one, or the visitor's that caused the refusal.
  for (const roomId of new Set(entries.map(({ seen }) => seen.roomId))) if (roomId) refreshRoom(roomId);
  refreshDrafts();
}

const REFRESH_MS = 2_000;
let mayRefreshAtMs = 0;
let cancelRefresh: (() => void) | undefined;

/** Throttled, with the first call at once: decisions may be made as fast as keys are pressed. */
function refreshDrafts(): void {
  cancelRefresh?.();
  // A read while another decision is in flight would show its draft as undecided.
  if (outbox.get().some(({ state }) => state !== 'waiting')) return;
  const nowMs = performance.now();
  if (nowMs < mayRefreshAtMs) {
    cancelRefresh = after(mayRefreshAtMs - nowMs, refreshDrafts);
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
  const forget = (name: string, sent?: string) => createDraftStorage(name, { connectionKey }).forget(sent);
  forget(rejectTextKey(draftId), comment);
  forget(editTextKey(draftId), editedContent);
  if (batch !== undefined && roomId !== undefined) forget(rejectAllTextKey(roomId), comment);
}

/** Invalidates a room and its messages. */
function refreshRoom(roomId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.below(rooms, roomId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.one(rooms, roomId) });
}
