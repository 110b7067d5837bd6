import { createStore, type Store } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';

/** How many waited in a minute, at most: `[minutes since 1970, rooms]`. */
export type Sample = readonly [minute: number, count: number];

export const KEPT_HOURS = 12;
const MOST = KEPT_HOURS * 60;
const stores = new Map<string, Store<readonly Sample[]>>();

/** What was counted at a tenant in the last hours in this browser, oldest first: one a minute, none for those unwatched. */
export function waitingSamples(connectionKey: string): Store<readonly Sample[]> {
  const store =
    stores.get(connectionKey) ?? createStore<readonly Sample[]>(readSamples(readStored('local', keyOf(connectionKey))));
  stores.set(connectionKey, store);
  return store;
}

/** Keeps how many wait now. What other tabs have kept meanwhile is taken along. */
export function noteWaiting(connectionKey: string, count: number, nowMs = Date.now()): void {
  const minute = Math.floor(nowMs / 60_000);
  const store = waitingSamples(connectionKey);
  const last = store.get().at(-1);
  // Within a minute only a higher count is news, so that most readings write nothing.
  if (last?.[0] === minute && last[1] >= count) return;
  const kept = readSamples(readStored('local', keyOf(connectionKey)) ?? store.get());
  const most = Math.max(count, kept.find(([at]) => at === minute)?.[1] ?? 0);
  const others = kept.filter(([at]) => at < minute && at > minute - MOST);
  const next: Sample[] = [...others, [minute, most]];
  writeStored('local', keyOf(connectionKey), next);
  store.set(next);
}

/** Samples of any value, as storage may hold something else by now. */
export function readSamples(raw: unknown): Sample[] {
  if (!Array.isArray(raw)) return [];
  return raw
    .filter(isSample)
    .sort(([a], [b]) => a - b)
    .slice(-MOST);
}

const isSample = (value: unknown): value is Sample =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part >= 0);

const keyOf = (connectionKey: string) => `countersign.waited.${connectionKey}`;
