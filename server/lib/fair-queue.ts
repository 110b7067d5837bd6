import { addToCount } from './add-to-count.ts';

/** Refuses work because its caller has too much waiting already, or because no slot became free in time. */
export class OverloadedError extends Error {}

interface Shares {
  /** Slots in total. */
  slots: number;
  perTenant: number;
  perCaller: number;
  /** How many may wait per caller; unlimited unless given. */
  maxWaiting?: number;
  /** Maximum wait; unlimited unless given, for callers that pass a signal. */
  maxWaitMs?: number;
  /** A caller that held a slot for longer gets one at a time for a while, so that slow work cannot take all slots. */
  slowMs?: number;
}

const SLOW_FOR_MS = 10_000;

/** The caller that asks for a slot, unique within its tenant. */
interface Claimant {
  tenant: string;
  caller: string;
}

/** Frees a slot. Work that was killed (`wasEnded`) counts as slow, however long it took. */
type Free = (wasEnded?: boolean) => void;

interface Waiter extends Claimant {
  start(): void;
}

/** Divides a limited number of slots, so that neither one tenant nor one caller gets all of them. */
export class FairQueue {
  readonly #shares: Shares;
  readonly #waiting = new Set<Waiter>();
  readonly #tenants = new Map<string, number>();
  readonly #callers = new Map<string, number>();
  /** Until when a caller counts as slow, in ms of `performance.now()`. */
  readonly #slow = new Map<string, number>();
  readonly #paused = new Set<string>();
  #running = 0;

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Stops starting work of a tenant until `resume`. Running work continues. */
  pause(tenant: string) {
    this.#paused.add(tenant);
  }

  resume(tenant: string) {
    if (!this.#paused.delete(tenant)) return;
    // Each start takes a slot, so this ends.
    for (let before = -1; before !== this.#running; ) {
      before = this.#running;
      this.#startNext();
    }
  }

  /** How many slots a tenant holds. */
  runningOf(tenant: string): number {
    return this.#tenants.get(tenant) ?? 0;
  }

  /** How many wait for a tenant, or for one caller of it. */
  waitingOf(tenant: string, caller?: string): number {
    const isOf = (waiter: Waiter) => waiter.tenant === tenant && (caller ?? waiter.caller) === waiter.caller;
    return [...this.#waiting].filter(isOf).length;
  }

  /**
   * Waits for a slot; resolves with the function that frees it. Rejects after the longest wait, if too many wait, or
   * with the signal's reason.
   */
  async enter(claimant: Claimant, signal?: AbortSignal): Promise<Free> {
    const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitMs } = this.#shares;
    const waiter = { ...claimant, start: () => {} };
    signal?.throwIfAborted();
    if (this.#canStart(waiter)) return this.#take(waiter);
    if (this.waitingOf(claimant.tenant, claimant.caller) >= maxWaiting)
      throw new OverloadedError('Too many of your requests are running at once.');

    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiter);
      };
      const giveUp = () => {
        stopWaiting();
        reject(signal?.aborted ? signal.reason : new OverloadedError('The service is busy.'));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      waiter.start = () => {
        stopWaiting();
        resolve(this.#take(waiter));
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
    });
  }

  #canStart(claimant: Claimant) {
    const { slots, perTenant, perCaller } = this.#shares;
    if (this.#running >= slots || this.#paused.has(claimant.tenant)) return false;
    const share = this.#isSlow(claimant) ? 1 : perCaller;
    return this.runningOf(claimant.tenant) < perTenant && (this.#callers.get(claimantKey(claimant)) ?? 0) < share;
  }

  #isSlow(claimant: Claimant) {
    return (this.#slow.get(claimantKey(claimant)) ?? 0) > performance.now();
  }

  #take(claimant: Claimant): Free {
    this.#count(claimant, 1);
    const startedAt = performance.now();
    let isFreed = false;
    return (wasEnded = false) => {
      if (isFreed) return;
      isFreed = true;
      this.#count(claimant, -1);
      const { slowMs = Number.POSITIVE_INFINITY } = this.#shares;
      if (wasEnded || performance.now() - startedAt > slowMs) this.#noteSlow(claimant);
      this.#startNext();
    };
  }

  #noteSlow(claimant: Claimant) {
    const now = performance.now();
    for (const [key, until] of this.#slow) if (until <= now) this.#slow.delete(key);
    this.#slow.set(claimantKey(claimant), now + SLOW_FOR_MS);
  }

  /**
   * The tenant with the fewest slots is next, and within it the work that has waited longest (FIFO). A slow caller's
   * newest work goes first (LIFO), because older work is close to its deadline.
   */
  #startNext() {
    let next: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (!this.#canStart(waiter)) continue;
      const isNewer = next && claimantKey(waiter) === claimantKey(next) && this.#isSlow(waiter);
      if (!next || isNewer || this.runningOf(waiter.tenant) < this.runningOf(next.tenant)) next = waiter;
    }
    next?.start();
  }

  #count(claimant: Claimant, change: 1 | -1) {
    this.#running += change;
    addToCount(this.#tenants, claimant.tenant, change);
    addToCount(this.#callers, claimantKey(claimant), change);
  }
}

const claimantKey = ({ tenant, caller }: Claimant) => `${tenant} ${caller}`;
