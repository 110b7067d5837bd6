import type { EngineName } from './engine.ts';
import type { Latency } from './latency.ts';
import type { Measured } from './requests.ts';
import type { Size } from './size.ts';

/** Size of the measurement. */
export interface Effort {
  engines: readonly EngineName[];
  /** Of the small and the large tenant. */
  sizes: { small: Size; large: Size };
  /** Per request and tenant. */
  requests: number;
  /** Rounds under load and the seconds of each; 0 rounds skips the load test. */
  turns: number;
  seconds: number;
  /** Aborts the measurement and cleans up. */
  signal: AbortSignal;
}

export interface Pair<Value> {
  small: Value;
  large: Value;
}

/** A request with its result count and its latency on either tenant. */
export interface MeasuredList extends Pair<Latency> {
  measured: Measured;
  /** `record_count`, with a `+` where it is a lower bound; a dash where nothing is counted. */
  found: Pair<string>;
}

export interface EngineResult {
  name: EngineName;
  version: string;
  lists: MeasuredList[];
  /** The queue's first page on the large tenant: a full response, a 304, and the bare route. */
  single: Record<'service' | 'unchanged' | 'bare', Latency>;
  /** The same in requests a second on 16 connections; undefined if skipped. */
  loaded: Record<'service' | 'unchanged' | 'bare', number> | undefined;
  /** Memory of the large tenant's process at the end, in bytes. */
  memory: { now: number; most: number } | undefined;
}
