import { type Connection, isCurrent } from '#src/api/connection.ts';
import { decideBatch } from '#src/api/decide-batch.ts';
import { decideDraft, isDecisionApplied, resumeDecision } from '#src/api/decide-draft.ts';
import type { Decision } from '#src/api/decision.ts';
import { ApiError, refusal } from '#src/api/errors.ts';
import { registerPendingWrites } from '#src/api/sign-in/pending-writes.ts';
import { isOtherUsersAction } from '#src/bulk/action-owner.ts';
import { isSignInDeclined, type JobOutcomes, startBatchJob } from '#src/bulk/job-runner.ts';
import { delay } from '#src/lib/delay.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { amongEntries, batchOf, type PendingDecision, readOutbox, updateDecisions } from './outbox-store.ts';
import { type DecisionJob, releaseDecisions, resolveDecisions, runningJobs } from './resolve-decisions.ts';
import './follow-other-tabs.ts';

const RECHECK_MS = 5000;
const MAX_WAIT_MS = 5 * 60_000;
const MAX_RESENDS = 2;
const AT_ONCE = 6;
/** Size of a decision's fields other than its texts. */
const OTHER_BYTES = 300;

/** Decisions to be sent together. */
export interface Delivery {
  entries: readonly PendingDecision[];
  /** The user may have switched connection by the time it is sent. */
  from: Connection;
  /** Whether equal decisions on drafts of one room share a request, where the server supports it. */
  isTogether: boolean;
}

/** Sends a batch; `keepalive` lets its requests outlive the page. */
export async function deliver(delivery: Delivery, keepalive: boolean): Promise<void> {
  // Skip decisions that were undone (perhaps replaced by one on the same draft) or claimed by another tab.
  const waiting = readOutbox().filter(({ owner, state }) => owner === tabId && state === 'waiting');
  const due = new Set(delivery.entries.map(identityOf));
  // Use the stored entries: the server may have named their user since they were scheduled.
  const all = waiting.filter((entry) => due.has(identityOf(entry)));
  // A closing page can't show a refusal, so another user's decisions stay queued.
  const kept = keepalive ? all.filter(isOtherUsersAction) : [];
  if (kept.length > 0) updateDecisions(kept, { owner: NO_OWNER });
  const entries = all.filter((entry) => !kept.includes(entry));
  const [first] = entries;
  if (!first) return;
  updateDecisions(entries, { state: 'sending', dueAt: Date.now() });
  const job = send(entries, delivery, keepalive);
  if (entries.length > 1) setRunning(batchOf(first), job);
  job.progress.subscribe(() => {
    if (isCurrent(delivery.from) && isSignInDeclined(job.outcomes)) job.cancel();
    // Release the rest at once: in an outage, the running requests may take long.
    if (job.progress.get().state === 'cancelled') releaseDecisions(job.takeLeft());
  });
  await job.ended;
  setRunning(batchOf(first), undefined);
  const failures: Record<string, unknown> = {};
  for (const [{ draftId }, outcome] of job.outcomes) if ('error' in outcome) failures[draftId] = outcome.error;
  const unsent = entries.filter(({ draftId }) => !isCurrent(delivery.from) && isSignedOut(failures[draftId]));
  // The session ended in another tab: release them, so that the next user to sign in is asked about them.
  updateDecisions(unsent, { owner: NO_OWNER, state: 'waiting' });
  releaseDecisions(job.takeLeft());
  const settled = entries.filter((entry) => job.outcomes.has(entry) && !unsent.includes(entry));
  if (settled.length > 0) resolveDecisions(settled, failures);
}

const identityOf = (entry: PendingDecision) => `${batchOf(entry)} ${entry.draftId} ${entry.dueAt}`;

const NO_OWNER = '';
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Callbacks that send the rest of a running job at once when the page unloads. */
const flushCallbacks = new Map<DecisionJob, () => void>();

/** Sends a batch as a job. A refused decision does not stop the others. */
function send(entries: readonly PendingDecision[], { from, isTogether }: Delivery, keepalive: boolean): DecisionJob {
  // A room request carries one verdict and one reason, and no edited texts.
  const groups = Map.groupBy(entries, ({ seen, draftId, kind, comment, editedContent }) =>
    isTogether && !keepalive && seen.roomId !== undefined && editedContent === undefined
      ? JSON.stringify([seen.roomId, kind, comment])
      : `draft ${draftId}`,
  );
  let isLeaving = keepalive;
  const concurrency = keepalive ? Number.POSITIVE_INFINITY : isTogether ? AT_ONCE : 1;
  const perform = (batch: readonly PendingDecision[]) => deliverBatch(batch, from, isLeaving);
  const job: DecisionJob = startBatchJob([...groups.values()], perform, concurrency);
  flushCallbacks.set(job, () => {
    // Another user's decisions stay in the outbox until that user signs in again.
    if (entries.some(isOtherUsersAction)) return;
    isLeaving = true;
    job.startAll();
  });
  void job.ended.then(() => flushCallbacks.delete(job));
  return job;
}

function setRunning(batch: string, job: DecisionJob | undefined): void {
  const others = [...runningJobs.get()].filter(([key]) => key !== batch);
  if (job || others.length < runningJobs.get().size) runningJobs.set(new Map(job ? [...others, [batch, job]] : others));
}

/** Decisions of this tab that a closing page has to send. */
function unanswered(): PendingDecision[] {
  const answered = Array.from(flushCallbacks.keys(), ({ outcomes }) => [...outcomes.keys()]);
  const isAnswered = amongEntries(answered.flat());
  return readOutbox().filter((entry) => entry.owner === tabId && !isAnswered(entry));
}

/** Approximate size of the request's body. */
const bytesOf = ({ comment, editedContent }: PendingDecision) =>
  OTHER_BYTES + new Blob([JSON.stringify([comment, editedContent])]).size;

registerPendingWrites({
  longest: () => unanswered().length,
  bytes: () => unanswered().reduce((sum, entry) => sum + bytesOf(entry), 0),
  send: async (keepalive) => {
    if (keepalive) for (const startAll of flushCallbacks.values()) startAll();
  },
});

/** Sends one decision, or equal ones of a room in one request; undefined if they must be sent one by one. */
async function deliverBatch(
  batch: readonly PendingDecision[],
  from: Connection,
  keepalive: boolean,
): Promise<JobOutcomes<PendingDecision, undefined> | undefined> {
  const [only, ...others] = batch;
  if (only && others.length === 0) {
    const onWait = (state: 'unknown' | 'busy', dueAt: number) => updateDecisions([only], { state, dueAt });
    await deliverDecision(only, from, { keepalive, onWait });
    return new Map([[only, { result: undefined }]]);
  }
  // A room request carries no versions, and an unloading page has no time to compare them first.
  if (keepalive) return undefined;
  const failures = await decideBatch(batch, from);
  if (!failures) return undefined;
  const outcomeOf = ({ draftId }: Decision) =>
    Object.hasOwn(failures, draftId) ? { error: failures[draftId] } : { result: undefined };
  return new Map(batch.map((entry) => [entry, outcomeOf(entry)]));
}

export interface DeliveryOptions {
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Called before each pause, with its reason and when the next request is due, in ms since 1970. */
  onWait?: (state: 'unknown' | 'busy', until: number) => void;
}

/**
 * Applies a decision exactly once: re-reads the draft before each resend, until the outcome is known. Throws an
 * ApiError, with code `not_arriving` if reads succeed but writes do not arrive. Throws a CommentNotSavedError if only
 * the comment was not applied.
 */
export async function deliverDecision(
  decision: Decision,
  from: Connection,
  { keepalive = false, onWait }: DeliveryOptions = {},
): Promise<void> {
  let send = () => decideDraft(decision, from, keepalive);
  let resends = 0;
  const countResend = () => {
    // The browser reports a write blocked by CORS as a plain network error.
    if (++resends > MAX_RESENDS) throw refusal('not_arriving');
  };
  for (let look = 0; ; look++) {
    const outcome = await send();
    if (outcome.kind === 'done') return;
    if (outcome.kind !== 'lost' && outcome.kind !== 'busy') throw outcome.error;
    // A 500 may come after the commit. If the decision was not applied, a resend would fail again.
    const isFault = outcome.error.status === 500;
    if (isFault && (await wasApplied(decision, from, outcome.error, onWait))) return;
    if (isFault) throw outcome.error;
    await pause(waitBefore(outcome, look), outcome.kind === 'busy' ? 'busy' : 'unknown', onWait);
    if (outcome.kind === 'busy') resends = 0;
    send = () => resumeDecision(decision, from, countResend);
  }
}

function waitBefore({ kind, error }: { kind: string; error: ApiError }, look: number): number {
  if (kind !== 'busy') return look === 0 ? 0 : RECHECK_MS;
  return error.retryAfterSeconds === undefined ? RECHECK_MS : Math.min(error.retryAfterSeconds * 1000, MAX_WAIT_MS);
}

/** Whether the decision was applied; retries until the draft can be read. False also if the server refuses the read. */
async function wasApplied(
  decision: Decision,
  from: Connection,
  fault: ApiError,
  onWait: DeliveryOptions['onWait'],
): Promise<boolean> {
  for (let look = 0; ; look++) {
    const outcome = await isDecisionApplied(decision, from);
    fault.isOutcomeUnknown = outcome.kind !== 'done';
    if (outcome.kind === 'done') return outcome.value;
    if (!outcome.error.isResponseLost) return false;
    await pause(waitBefore(outcome, look), 'unknown', onWait);
  }
}

async function pause(ms: number, state: 'unknown' | 'busy', onWait: DeliveryOptions['onWait']): Promise<void> {
  onWait?.(state, Date.now() + ms);
  await delay(ms);
}
