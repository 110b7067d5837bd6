import { connection } from '#src/api/connection.ts';
import { settings } from '#src/lib/settings.ts';
import { createStore } from '#src/lib/store.ts';

/** A decision about several drafts of one room that has been taken and has not been carried out yet. */
export interface RoomDecision {
  connectionKey: string;
  draftIds: readonly string[];
  /** Until when it can be taken back, in milliseconds since 1970. */
  dueAt: number;
}

interface Errand {
  timer: ReturnType<typeof setTimeout>;
  carryOut: (keepalive: boolean) => Promise<void>;
}

/** Such decisions of this tab. One that was not sent when the tab crashes was not taken: the drafts still wait then. */
export const roomOutbox = createStore<readonly RoomDecision[]>([]);
const errands = new Map<RoomDecision, Errand>();

/** Has a decision carried out once it can no longer be taken back; `carryOut` must not reject. */
export function decideRoom(draftIds: readonly string[], carryOut: Errand['carryOut']): RoomDecision {
  const waitMs = settings.get().undoSeconds * 1000;
  const connectionKey = connection.get()?.key ?? '';
  const decision: RoomDecision = { connectionKey, draftIds, dueAt: Date.now() + waitMs };
  const timer = setTimeout(() => void deliver(decision, false), waitMs);
  errands.set(decision, { timer, carryOut });
  roomOutbox.set([...roomOutbox.get(), decision]);
  return decision;
}

/** Takes a decision back; says whether it was still time. */
export function undoRoomDecision(decision: RoomDecision): boolean {
  const errand = take(decision);
  if (errand) drop(decision);
  return errand !== undefined;
}

async function deliver(decision: RoomDecision, keepalive: boolean): Promise<void> {
  const errand = take(decision);
  if (!errand) return;
  await errand.carryOut(keepalive);
  drop(decision);
}

function take(decision: RoomDecision): Errand | undefined {
  const errand = errands.get(decision);
  clearTimeout(errand?.timer);
  errands.delete(decision);
  return errand;
}

function drop(decision: RoomDecision): void {
  roomOutbox.set(roomOutbox.get().filter((other) => other !== decision));
}

const deliverAll = (keepalive: boolean) => {
  for (const decision of [...errands.keys()]) void deliver(decision, keepalive);
};

window.addEventListener('pagehide', () => deliverAll(true));
// Signing out or going to another tenant does not take a decision back.
connection.subscribe(() => deliverAll(false));
