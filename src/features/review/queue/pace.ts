import { connection } from '#src/api/connection.ts';
import { type Failures, isApplied } from '#src/api/decision.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { outbox, type PendingDecision } from '#src/outbox/outbox-store.ts';
import { onOutcome } from '#src/outbox/resolve-decisions.ts';

/** Today's decisions of the user in this browser. */
interface Pace {
  /** The day, by this computer's clock. */
  day: string;
  count: number;
  /** Seconds from opening a draft to deciding, where known. */
  seconds: number[];
}

let opened: { id: string; atMs: number } | undefined;
/** Seconds from opening to deciding, of decisions that are not confirmed yet, by draft. */
const taken = new Map<string, number>();

/** Number of outcomes recorded by this page. When it changes, `paceOfToday` has new values. */
export const recorded = createStore(0);

/** Notes that a draft was opened. */
export function noteOpened(id: string | undefined): void {
  opened = id === undefined ? undefined : { id, atMs: performance.now() };
  taken.delete(id ?? '');
}

/** Today's decisions as stored in this browser. */
export function paceOfToday(): Pace {
  const day = new Date().toDateString();
  const stored = asRecord(readStored('local', paceKey()));
  if (stored?.day !== day || typeof stored.count !== 'number' || !Array.isArray(stored.seconds))
    return { day, count: 0, seconds: [] };
  return { day, count: stored.count, seconds: stored.seconds.filter(Number.isFinite) };
}

/** The median, or the lower of the two middle values; undefined without values. */
export const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];

/** Keyed by user, because several may share a browser. Read from the cache, as outcomes arrive on any page. */
function paceKey(): string {
  const myId = queryClient.getQueryData<{ id: string } | null>(queryKeys.me())?.id ?? '';
  return `countersign.pace.${connection.get()?.key}.${myId}`;
}

outbox.subscribe(() => {
  const isOpened = ({ draftId, owner, connectionKey }: PendingDecision) =>
    draftId === opened?.id && owner === tabId && connectionKey === connection.get()?.key;
  if (!opened || taken.has(opened.id) || !outbox.get().some(isOpened)) return;
  taken.set(opened.id, Math.round((performance.now() - opened.atMs) / 1000));
});

onOutcome((entries: readonly PendingDecision[], failures: Failures) => {
  const done = entries.filter((entry) => entry.connectionKey === connection.get()?.key && isApplied(failures, entry));
  const before = paceOfToday();
  const seconds = done.map(({ draftId }) => taken.get(draftId)).filter((time) => time !== undefined);
  for (const { draftId } of entries) taken.delete(draftId);
  writeStored('local', paceKey(), {
    ...before,
    count: before.count + done.length,
    seconds: [...before.seconds, ...seconds],
  });
  recorded.set(recorded.get() + 1);
});
