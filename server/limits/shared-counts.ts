import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import type { Counters } from '../db/postgres/postgres-counters.ts';

/** Fraction of the maximum that a process counts before it reports to the others. */
const REPORTED_SHARE = 1 / 20;
const MAX_KEYS = 10_000;

interface Count {
  /** Requests of all processes, as far as known. */
  current: number;
  unreported: number;
  isReporting: boolean;
  endsAtMs: number;
}

/**
 * Counts requests of all processes that share a database. Requests never wait for the database: each process reports
 * in batches, and counts alone while the database is unavailable.
 */
export class SharedCounts implements FastifyRateLimitStore {
  readonly #counters: Counters;
  readonly #counts = new LRUCache<string, Count>({ max: MAX_KEYS });

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  incr(...[key, callback, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
    const nowMs = Date.now();
    const known = this.#counts.get(key);
    const count =
      known && known.endsAtMs > nowMs
        ? known
        : { current: 0, unreported: 0, isReporting: false, endsAtMs: nowMs + windowMs };
    if (count !== known) this.#counts.set(key, count);
    count.current += 1;
    count.unreported += 1;
    this.#reportIfDue(key, count, windowMs, max);
    callback(null, { current: count.current, ttl: count.endsAtMs - nowMs });
  }

  child(): SharedCounts {
    return new SharedCounts(this.#counters);
  }

  /** Sends one report per key at a time, because an in-flight report is not part of any total yet. */
  #reportIfDue(key: string, count: Count, windowMs: number, max: number) {
    const reported = count.unreported;
    // A key over its maximum needs no further reports.
    const isOver = count.current - reported > max;
    if (count.isReporting || isOver || reported < max * REPORTED_SHARE) return;
    count.isReporting = true;
    this.#counters
      .add(key, reported, windowMs)
      .then(({ total, endsInMs }) => {
        count.unreported -= reported;
        count.current = total + count.unreported;
        count.endsAtMs = Date.now() + endsInMs;
      })
      // The next request tries again.
      .catch(() => {})
      .finally(() => {
        count.isReporting = false;
      });
  }
}
