import { type Connection, connection, onSwitch } from '#src/api/connection.ts';
import { onLeaving } from '#src/lib/on-leaving.ts';
import { patiently } from '#src/lib/patiently.ts';
import { settings } from '#src/lib/settings.ts';
import { tabId } from '#src/lib/tab.ts';
import type { Decision } from '../send-decision.ts';
import { noteFailure } from './decision-outcomes.ts';
import type { deliver as deliverErrand, Errand } from './deliver.ts';
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

interface Scheduled extends Errand {
  timer: ReturnType<typeof setTimeout>;
}

let deliver: typeof deliverErrand | undefined;

/** Loads the code that sends decisions: after the first screen, at the latest with the first decision. */
export async function loadDelivery(): Promise<typeof deliverErrand> {
  deliver ??= (await patiently(() => import('./deliver.ts'))).deliver;
  return deliver;
}

/** Jobs this tab has to send, by batch. */
const errands = new Map<string, Scheduled>();
let batches = 0;

/**
 * Enqueues a decision, or one on several drafts of a room, in the outbox; it is sent when the undo period ends. `label`
 * names its subject. Without `together`, each is sent on its own.
 */
export function decide(decisions: readonly Decision[], label: string, together?: Errand['together']): void {
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
  void loadDelivery();
  schedule(entries, from, together);
}

/** Claims decisions of closed tabs and sends them now. */
export function adopt(entries: readonly PendingDecision[]): void {
  const from = connection.get();
  if (!from) return;
  const own = { owner: tabId, dueAt: Date.now(), state: 'waiting' } as const;
  const here = entries.filter(({ connectionKey }) => connectionKey === from.key);
  updateDecisions(here, own);
  for (const batch of batchesOf(here.map((entry) => ({ ...entry, ...own })))) schedule(batch, from);
}

/** Takes back those decisions that have not been sent, and returns them. */
export function undoDecisions(entries: readonly PendingDecision[]): readonly PendingDecision[] {
  const taken = readOutbox().filter(
    (other) => other.state === 'waiting' && entries.some((entry) => isSame(other, entry)),
  );
  dropDecisions(taken);
  return taken;
}

/** Takes back the newest decision still waiting, with the rest of its batch, and returns them. */
export function undoLastDecision(): readonly PendingDecision[] {
  const key = connection.get()?.key;
  const waiting = readOutbox().filter(({ state, connectionKey }) => state === 'waiting' && connectionKey === key);
  const last = batchesOf(waiting).at(-1) ?? [];
  return undoDecisions(last);
}

function schedule(entries: readonly PendingDecision[], from: Connection, together?: Errand['together']): void {
  const [first] = entries;
  if (!first) return;
  const dueAt = Math.max(...entries.map((entry) => entry.dueAt));
  const timer = setTimeout(() => void send(batchOf(first)), Math.max(0, dueAt - Date.now()));
  errands.set(batchOf(first), { entries, from, together, timer });
}

async function send(batch: string, keepalive = false): Promise<void> {
  const errand = errands.get(batch);
  if (!errand) return;
  clearTimeout(errand.timer);
  errands.delete(batch);
  // On page unload, it must be sent in this very task.
  await (deliver ?? (await loadDelivery()))(errand, keepalive);
}

function sendAllNow(keepalive: boolean): void {
  for (const batch of [...errands.keys()]) void send(batch, keepalive);
}

onLeaving(() => sendAllNow(true));
// Signing out or switching tenant does not undo a decision.
onSwitch(() => sendAllNow(false));
