import { onSwitch } from '#src/api/connection.ts';
import { listen } from '#src/lib/listen.ts';
import { trustedScript } from '#src/lib/workers/trusted-script.ts';
import type { Draft } from '../drafts/draft.ts';
import { type Surroundings, toCheckInput } from './check-input.ts';
import workerUrl from './check-worker.ts?worker&url';
import type { CheckInput, Finding } from './finding.ts';
import { findings } from './findings.ts';

/** A draft with what is loaded around it. */
interface Checkable extends Surroundings {
  draft: Draft;
}

/** What each draft was last checked with. */
const checked = new Map<string, Checkable>();
const AT_ONCE = 20;

onSwitch(() => {
  checked.clear();
  findings.set(new Map());
});

/** Whether a draft has been looked at in full: with what was said in its room. */
export const isLookedAt = (draftId: string): boolean => checked.get(draftId)?.entries !== undefined;

/** Checks drafts that were not checked with the same before, and publishes what is found. */
export async function checkDrafts(given: readonly Checkable[], signal?: AbortSignal): Promise<void> {
  const due = given.map(withKnownEntries).filter((one) => !isSame(one, checked.get(one.draft.id)));
  for (let start = 0; start < due.length && !signal?.aborted; start += AT_ONCE) {
    const some = due.slice(start, start + AT_ONCE);
    for (const one of some) checked.set(one.draft.id, one);
    const found = await runChecks(some.map((one) => toCheckInput(one.draft, one)));
    // Meanwhile some may have been checked again, or another server been chosen.
    if (found)
      publish(some.flatMap((one, index) => (checked.get(one.draft.id) === one ? [[one, found[index] ?? []]] : [])));
  }
}

/** The cache may have dropped a conversation since. */
const withKnownEntries = (one: Checkable): Checkable =>
  one.entries ? one : { ...one, entries: checked.get(one.draft.id)?.entries };

const isSame = (one: Checkable, before: Checkable | undefined): boolean =>
  before?.draft === one.draft &&
  before.entries === one.entries &&
  before.room === one.room &&
  before.clients === one.clients &&
  before.rejected === one.rejected;

function publish(results: readonly (readonly [Checkable, readonly Finding[]])[]): void {
  const next = new Map(findings.get());
  for (const [{ draft }, found] of results) {
    if (found.length > 0) next.set(draft.id, found);
    else next.delete(draft.id);
  }
  findings.set(next);
}

/** What waits for an answer, in the order of the questions. */
const waiting: ((found: Finding[][] | undefined) => void)[] = [];
let worker: Worker | undefined;
let isBroken = false;

/** Checks drafts in a worker, in their order. Undefined if it cannot be loaded: nothing depends on the checks. */
function runChecks(inputs: readonly CheckInput[]): Promise<Finding[][] | undefined> {
  worker ??= startWorker();
  if (!worker || isBroken) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<Finding[][] | undefined>();
  waiting.push(resolve);
  worker.postMessage(inputs);
  return promise;
}

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  const started = new Worker(trustedScript('countersign-checks', workerUrl), { type: 'module' });
  listen(started, 'message', ({ data }: MessageEvent<Finding[][]>) => waiting.shift()?.(data));
  listen(started, 'error', () => {
    isBroken = true;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  });
  return started;
}
