import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeRecord, refreshLists } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readRow } from '#src/api/read-row.ts';
import { createTypedStore } from '#src/crud/typed-store.ts';
import { settings } from '#src/lib/settings.ts';
import { createStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab.ts';
import {
  changeOutbox,
  decisionKey,
  dropDecision,
  isSame,
  outbox,
  type PendingDecision,
  readOutbox,
  updateDecision,
} from './outbox-store.ts';
import { type Decision, findOutcome, isAnswerLost, sendDecision } from './send-decision.ts';

const LOOK_AGAIN_MS = 5000;

/** Decisions that were refused, by draft, until the draft is decided anew. */
export const failedDecisions = createStore<Readonly<Record<string, { decision: Decision; error: unknown }>>>({});

/** Drafts decided here, whose lists have not been read again. */
export const decidedHere = createStore<ReadonlySet<string>>(new Set());

/** Under what a typed reason for rejecting is kept until it was taken. */
export const rejectTextKey = (draftId: string): string => `reject.${draftId}`;

/** Under what an edited text is kept until it was taken. */
export const editTextKey = (draftId: string): string => `edit.${draftId}`;

type OutcomeListener = (decision: PendingDecision, error: unknown) => void;
const listeners = new Set<OutcomeListener>();

/** Calls back for every decision of this tab that went through, or failed with an error; returns how to stop that. */
export function onOutcome(listener: OutcomeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where this tab's decisions go, and when: the person may be signed in elsewhere by then. */
const errands = new Map<string, { from: Connection; timer: ReturnType<typeof setTimeout> }>();

/** Puts a decision into the outbox, from where it is sent once the time for taking it back is over. */
export function decide(decision: Decision, label: string): void {
  const from = connection.get();
  if (!from) return;
  const dueAt = Date.now() + settings.get().undoSeconds * 1000;
  const entry: PendingDecision = { ...decision, label, connectionKey: from.key, owner: tabId, dueAt, state: 'waiting' };
  if (readOutbox().some((other) => isSame(other, entry))) return;
  noteFailure(decision.draftId, undefined);
  changeOutbox((all) => [...all, entry]);
  schedule(entry, from);
}

/** Takes over decisions of tabs that are gone, and sends them now. */
export function adopt(entries: readonly PendingDecision[]): void {
  const from = connection.get();
  for (const entry of entries) {
    if (entry.connectionKey !== from?.key) continue;
    const own: Partial<PendingDecision> = { owner: tabId, dueAt: Date.now(), state: 'waiting' };
    updateDecision(entry, own);
    schedule({ ...entry, ...own }, from);
  }
}

/** Takes a decision back, if it has not been sent. */
export function undoDecision(entry: PendingDecision): void {
  changeOutbox((all) => all.filter((other) => !isSame(other, entry) || other.state !== 'waiting'));
}

/** Takes the newest decision back that can be, and gives it; undefined where there is none. */
export function undoLastDecision(): PendingDecision | undefined {
  const key = connection.get()?.key;
  const last = outbox.get().findLast(({ state, connectionKey }) => state === 'waiting' && connectionKey === key);
  if (last) undoDecision(last);
  return last;
}

function schedule(entry: PendingDecision, from: Connection): void {
  const timer = setTimeout(() => void deliver(entry, from), Math.max(0, entry.dueAt - Date.now()));
  errands.set(decisionKey(entry), { from, timer });
}

async function deliver(entry: PendingDecision, from: Connection, keepalive = false): Promise<void> {
  clearTimeout(errands.get(decisionKey(entry))?.timer);
  errands.delete(decisionKey(entry));
  // It may have been taken back meanwhile, here or in another tab, or another tab may have taken it over.
  const current = readOutbox().find((other) => isSame(other, entry));
  if (current?.owner !== tabId || current.state !== 'waiting') return;
  updateDecision(entry, { state: 'sending' });
  try {
    await sendDecision(entry, from, keepalive);
    finish(entry);
  } catch (error) {
    if (isAnswerLost(error)) await findOut(entry, from);
    else finish(entry, error);
  }
}

/** Asks until the tenant says whether the decision has arrived. */
async function findOut(entry: PendingDecision, from: Connection): Promise<void> {
  updateDecision(entry, { state: 'unknown' });
  try {
    await findOutcome(entry, from);
    finish(entry);
  } catch (error) {
    if (isAnswerLost(error)) setTimeout(() => void findOut(entry, from), LOOK_AGAIN_MS);
    else finish(entry, error);
  }
}

function finish(entry: PendingDecision, error?: unknown): void {
  dropDecision(entry);
  if (error === undefined) {
    decidedHere.set(new Set([...decidedHere.get(), entry.draftId]));
    createTypedStore(rejectTextKey(entry.draftId)).forget();
    createTypedStore(editTextKey(entry.draftId)).forget();
  } else {
    noteFailure(entry.draftId, { decision: entry, error });
    takeCurrent(error);
    // What the visitor wrote meanwhile may be the reason.
    const { roomId } = entry.seen;
    if (roomId) void queryClient.invalidateQueries({ queryKey: queryKeys.below(rooms, roomId) });
  }
  for (const listener of listeners) listener(entry, error);
  // What is read while another decision is under way would show its draft as it was.
  if (!outbox.get().some(({ state }) => state !== 'waiting')) void refreshLists(drafts);
}

/** A refusal may carry the draft as it stands now. */
function takeCurrent(error: unknown): void {
  const current = error instanceof ApiError ? error.errors.find(({ meta }) => meta.current)?.meta.current : undefined;
  const row = readRow(drafts, current);
  if (row?.id) mergeRecord(drafts, row);
}

function noteFailure(draftId: string, failure: { decision: Decision; error: unknown } | undefined): void {
  const { [draftId]: _, ...others } = failedDecisions.get();
  failedDecisions.set(failure ? { ...others, [draftId]: failure } : others);
}

function sendAllNow(keepalive: boolean): void {
  for (const entry of outbox.get()) {
    const errand = errands.get(decisionKey(entry));
    if (errand) void deliver(entry, errand.from, keepalive);
  }
}

window.addEventListener('pagehide', () => sendAllNow(true));
// Signing out or going to another tenant does not take a decision back.
connection.subscribe(() => sendAllNow(false));
