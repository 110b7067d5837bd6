import { type Connection, connection, isCurrent, onSwitch } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { onLeaving } from '#src/lib/on-leaving.ts';
import { settings } from '#src/lib/settings.ts';
import { tabId } from '#src/lib/tab.ts';
import { deliverDecision } from '../deliver-decision.ts';
import type { Decision } from '../send-decision.ts';
import type { Failures, sendTogether } from '../send-together.ts';
import { noteFailure, settle } from './decision-outcomes.ts';
import {
  batchesOf,
  batchOf,
  changeOutbox,
  dropDecisions,
  isSame,
  type PendingDecision,
  readOutbox,
  updateDecisions,
} from './outbox-store.ts';

/** Sends several in one request, where that can be. It comes with those who take them: few ever do. */
type Together = typeof sendTogether;

interface Errand {
  entries: readonly PendingDecision[];
  /** The person may be signed in elsewhere by the time it is sent. */
  from: Connection;
  together: Together | undefined;
  timer: ReturnType<typeof setTimeout>;
}

/** What this tab has to send, by batch. */
const errands = new Map<string, Errand>();
let batches = 0;

/**
 * Puts a decision, or one about several drafts of a room, into the outbox, from where it is sent once the time for
 * taking it back is over. The label says in words what it is about. Without `together`, each is sent by itself.
 */
export function decide(decisions: readonly Decision[], label: string, together?: Together): void {
  const from = connection.get();
  if (!from) return;
  const dueAt = Date.now() + settings.get().undoSeconds * 1000;
  const batch = decisions.length > 1 ? `${tabId} ${batches++}` : undefined;
  const own = { label, batch, connectionKey: from.key, owner: tabId, dueAt, state: 'waiting' } as const;
  const known = readOutbox();
  const entries = decisions
    .map((decision): PendingDecision => ({ ...decision, ...own }))
    .filter((entry) => !known.some((other) => isSame(other, entry)));
  if (entries.length === 0) return;
  for (const { draftId } of entries) noteFailure(from.key, draftId, undefined);
  changeOutbox((all) => [...all, ...entries]);
  schedule(entries, from, together);
}

/** Takes over decisions of tabs that are gone, and sends them now. */
export function adopt(entries: readonly PendingDecision[]): void {
  const from = connection.get();
  if (!from) return;
  const own = { owner: tabId, dueAt: Date.now(), state: 'waiting' } as const;
  const here = entries.filter(({ connectionKey }) => connectionKey === from.key);
  updateDecisions(here, own);
  for (const batch of batchesOf(here.map((entry) => ({ ...entry, ...own })))) schedule(batch, from);
}

/** Takes decisions back, as far as they have not been sent, and gives those. */
export function undoDecisions(entries: readonly PendingDecision[]): readonly PendingDecision[] {
  const taken = readOutbox().filter(
    (other) => other.state === 'waiting' && entries.some((entry) => isSame(other, entry)),
  );
  dropDecisions(taken);
  return taken;
}

/** Takes the newest decision back that can be, with those taken together with it, and gives them. */
export function undoLastDecision(): readonly PendingDecision[] {
  const key = connection.get()?.key;
  const waiting = readOutbox().filter(({ state, connectionKey }) => state === 'waiting' && connectionKey === key);
  const last = batchesOf(waiting).at(-1) ?? [];
  return undoDecisions(last);
}

function schedule(entries: readonly PendingDecision[], from: Connection, together?: Together): void {
  const [first] = entries;
  if (!first) return;
  const dueAt = Math.max(...entries.map((entry) => entry.dueAt));
  const timer = setTimeout(() => void deliver(batchOf(first)), Math.max(0, dueAt - Date.now()));
  errands.set(batchOf(first), { entries, from, together, timer });
}

async function deliver(batch: string, keepalive = false): Promise<void> {
  const errand = errands.get(batch);
  if (!errand) return;
  clearTimeout(errand.timer);
  errands.delete(batch);
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

function sendAllNow(keepalive: boolean): void {
  for (const batch of [...errands.keys()]) void deliver(batch, keepalive);
}

onLeaving(() => sendAllNow(true));
// Signing out or going to another tenant does not take a decision back.
onSwitch(() => sendAllNow(false));
