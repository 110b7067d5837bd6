import type { EngineName } from './engine.ts';
import type { Latency } from './latency.ts';
import type { Measured } from './requests.ts';
import type { Size } from './size.ts';

/** How much is measured. */
export interface Effort {
  engines: readonly EngineName[];
  /** Of the small tenant and of the large one. */
  sizes: { small: Size; large: Size };
  /** Of each request to each tenant. */
  requests: number;
  /** Turns under load, and how many seconds each lasts; none for 0. */
  turns: number;
  seconds: number;
  /** Ends the measuring, and all that was started for it. */
  signal: AbortSignal;
}

export interface Pair<Value> {
  small: Value;
  large: Value;
}

/** A request with what it finds and how long it takes with either tenant. */
export interface MeasuredList extends Pair<Latency> {
  measured: Measured;
  /** `record_count`, with a `+` where there are more; a dash where nothing is counted. */
  found: Pair<string>;
}

export interface EngineResult {
  name: EngineName;
  version: string;
  lists: MeasuredList[];
  /** The queue's first page with the large tenant: as it is, known already, and by the bare route. */
  single: Record<'service' | 'unchanged' | 'bare', Latency>;
  /** The same in requests a second with 16 connections; undefined where that was left out. */
  loaded: Record<'service' | 'unchanged' | 'bare', number> | undefined;
  /** Bytes of the large tenant's process after all that. */
  memory: { now: number; most: number } | undefined;
}
