import { ApiError } from '#src/api/errors.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** Outcome of one item of a job. */
type JobOutcome<Result> = { result: Result } | { error: unknown };

export type JobOutcomes<Item, Result> = ReadonlyMap<Item, JobOutcome<Result>>;

/** Counts of items. */
export interface JobProgress {
  state: 'running' | 'paused' | 'cancelled' | 'finished';
  total: number;
  done: number;
  failed: number;
}

/** A running job: the same operation on many items. */
export interface Job<Item, Result> {
  progress: Store<JobProgress>;
  /** By item, in order of completion; items not started are missing. */
  outcomes: JobOutcomes<Item, Result>;
  pause: () => void;
  resume: () => void;
  /** Running items complete; the rest are not started. */
  cancel: () => void;
  /** Removes the items not started yet from the job, and returns them. */
  takeLeft: () => Item[];
  /** Starts all items at once, unless paused: an unloading page has no time to wait for answers. */
  startAll: () => void;
  /** Resolves when no item is running and none will start. */
  ended: Promise<void>;
}

/** What the user sees of a job, and can do with it. */
export type RunningJob = Pick<Job<unknown, unknown>, 'progress' | 'pause' | 'resume' | 'cancel'>;

/** How many requests may be in flight, unless a job says otherwise. */
const CONCURRENCY = 4;

/** Performs an operation on each item with limited concurrency. A failure stops no other item. */
export function startJob<Item, Result>(
  items: readonly Item[],
  perform: (item: Item) => Promise<Result>,
  concurrency = CONCURRENCY,
): Job<Item, Result> {
  const one = async (item: Item) => [item, { result: await perform(item) }] as const;
  const batches = items.map((item) => [item]);
  return startBatchJob(batches, async (batch) => new Map(await Promise.all(batch.map(one))), concurrency);
}

/**
 * As `startJob`, for items that can share a request. `perform` returns the outcome of each item of a batch, or undefined
 * if they cannot share one after all: each is then performed alone. If it throws, all of them have failed.
 */
export function startBatchJob<Item, Result>(
  batches: readonly (readonly Item[])[],
  perform: (batch: readonly Item[]) => Promise<JobOutcomes<Item, Result> | undefined>,
  concurrency = CONCURRENCY,
): Job<Item, Result> {
  let most = concurrency;
  const total = batches.reduce((sum, batch) => sum + batch.length, 0);
  const progress = createStore<JobProgress>({ state: 'running', total, done: 0, failed: 0 });
  const outcomes = new Map<Item, JobOutcome<Result>>();
  const waiting = [...batches];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let running = 0;

  const note = (found: JobOutcomes<Item, Result>) => {
    let { done, failed } = progress.get();
    for (const [item, outcome] of found) {
      outcomes.set(item, outcome);
      if ('result' in outcome) done++;
      else failed++;
    }
    progress.set({ ...progress.get(), done, failed });
  };
  const run = async (batch: readonly Item[]) => {
    running++;
    try {
      const found = await perform(batch);
      if (found) note(found);
      else waiting.unshift(...batch.map((item) => [item]));
    } catch (error) {
      note(new Map(batch.map((item) => [item, { error }])));
    }
    running--;
    pump();
  };
  const pump = () => {
    const { state } = progress.get();
    while (state === 'running' && running < most) {
      const batch = waiting.shift();
      if (!batch) break;
      void run(batch);
    }
    if (running > 0 || (waiting.length > 0 && state !== 'cancelled')) return;
    if (state !== 'cancelled') progress.set({ ...progress.get(), state: 'finished' });
    end();
  };
  const setState = (state: JobProgress['state']) => {
    const now = progress.get();
    const isOver = now.state === 'finished' || now.state === 'cancelled';
    if (!isOver) progress.set({ ...now, state });
    pump();
  };
  pump();
  return {
    progress,
    outcomes,
    pause: () => setState('paused'),
    resume: () => setState('running'),
    cancel: () => setState('cancelled'),
    takeLeft: () => waiting.splice(0).flat(),
    startAll: () => {
      most = Number.POSITIVE_INFINITY;
      pump();
    },
    ended,
  };
}

/** Results of the items that succeeded, in order of completion. */
export const resultsOf = <Item, Result>(outcomes: JobOutcomes<Item, Result>): Result[] =>
  [...outcomes.values()].flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));

/** Items that failed, with their errors, in order of completion. */
export const failuresOf = <Item, Result>(outcomes: JobOutcomes<Item, Result>): { item: Item; error: unknown }[] =>
  [...outcomes].flatMap(([item, outcome]) => ('error' in outcome ? [{ item, error: outcome.error }] : []));

/** Whether an item failed with 401: the user was asked to sign in again and declined, and must not be asked for each. */
export const isSignInDeclined = <Item, Result>(outcomes: JobOutcomes<Item, Result>): boolean =>
  failuresOf(outcomes).some(({ error }) => error instanceof ApiError && error.status === 401);
