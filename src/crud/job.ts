import { createStore, type Store } from '#src/lib/store.ts';

/** Outcome of one item of a job. */
export type JobOutcome<Result> = { result: Result } | { error: unknown };

export interface JobProgress {
  state: 'running' | 'paused' | 'cancelled' | 'finished';
  total: number;
  done: number;
  failed: number;
}

/** A running batch: the same operation on many items. */
export interface Job<Item, Result> {
  progress: Store<JobProgress>;
  /** By item, in order of completion; items not started are missing. */
  outcomes: ReadonlyMap<Item, JobOutcome<Result>>;
  pause: () => void;
  resume: () => void;
  /** Running items complete; the rest are not started. */
  cancel: () => void;
  /** Resolves when nothing is running any more and nothing will be. */
  ended: Promise<void>;
}

const AT_ONCE = 4;

/** Performs an operation on each item with limited concurrency. A failure stops no other item. */
export function startJob<Item, Result>(
  items: readonly Item[],
  perform: (item: Item) => Promise<Result>,
): Job<Item, Result> {
  const progress = createStore<JobProgress>({ state: 'running', total: items.length, done: 0, failed: 0 });
  const outcomes = new Map<Item, JobOutcome<Result>>();
  const waiting = [...items];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let running = 0;

  const note = (item: Item, outcome: JobOutcome<Result>) => {
    outcomes.set(item, outcome);
    const now = progress.get();
    progress.set('result' in outcome ? { ...now, done: now.done + 1 } : { ...now, failed: now.failed + 1 });
  };
  const run = async (item: Item) => {
    running++;
    try {
      note(item, { result: await perform(item) });
    } catch (error) {
      note(item, { error });
    }
    running--;
    pump();
  };
  const pump = () => {
    const { state } = progress.get();
    while (state === 'running' && running < AT_ONCE) {
      const item = waiting.shift();
      if (item === undefined) break;
      void run(item);
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
    ended,
  };
}
