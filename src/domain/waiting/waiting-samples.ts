import { asArray } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** Maximum number of rooms waiting within a minute: `[minutes since 1970, rooms]`. */
export type Sample = readonly [minute: number, count: number];

export const KEPT_HOURS = 12;
const KEPT_MINUTES = KEPT_HOURS * 60;
const stores = new Map<string, Store<readonly Sample[]>>();

/**
 * Samples of the last hours of a connection in this browser, oldest first: one per minute, none for minutes without polls.
 */
export function waitingSamples(connectionKey: string): Store<readonly Sample[]> {
  const store =
    stores.get(connectionKey) ??
    createStore<readonly Sample[]>(readSamples(readStored('local', storageKey(connectionKey))));
  stores.set(connectionKey, store);
  return store;
}

/** Records the current count, merged with the samples of other tabs. */
export function recordWaitingSample(connectionKey: string, count: number, nowMs = Date.now()): void {
  const minute = Math.floor(nowMs / 60_000);
  const store = waitingSamples(connectionKey);
  const last = store.get().at(-1);
  // Within a minute only a higher count changes the sample, so most polls write nothing.
  if (last?.[0] === minute && last[1] >= count) return;
  const kept = readSamples(readStored('local', storageKey(connectionKey)) ?? store.get());
  const most = Math.max(count, kept.find(([at]) => at === minute)?.[1] ?? 0);
  const others = kept.filter(([at]) => at < minute && at > minute - KEPT_MINUTES);
  const next: Sample[] = [...others, [minute, most]];
  writeStored('local', storageKey(connectionKey), next);
  store.set(next);
}

/** Validates samples from storage. */
export const readSamples = (raw: unknown): Sample[] =>
  asArray(raw)
    .filter(isSample)
    .sort(([a], [b]) => a - b)
    .slice(-KEPT_MINUTES);

const isSample = (value: unknown): value is Sample =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part >= 0);

const storageKey = (connectionKey: string) => `countersign.waited.${connectionKey}`;
