import { onSwitch } from '#src/api/connection.ts';
import { listen } from '#src/lib/listen.ts';
import { trustedScript } from '#src/lib/workers/trusted-script.ts';
import type { Draft } from '../drafts/draft.ts';
import { type CheckContext, toCheckInput } from './check-input.ts';
import workerUrl from './check-worker.ts?worker&url';
import type { CheckInput, Finding } from './finding.ts';
import { findings } from './findings.ts';

/** A draft with its loaded context. */
interface Checkable extends CheckContext {
  draft: Draft;
}

/** Each draft with the context of its last check, by draft id. */
const checked = new Map<string, Checkable>();
const AT_ONCE = 20;

onSwitch(() => {
  checked.clear();
  findings.set(new Map());
});

/** Whether a draft was checked in full, with the conversation of its room loaded. */
export const isFullyChecked = (draftId: string): boolean => checked.get(draftId)?.entries !== undefined;

/** Checks drafts whose context has changed since their last check, and publishes the findings. */
export async function checkDrafts(given: readonly Checkable[], signal?: AbortSignal): Promise<void> {
  const due = given.map(withKnownEntries).filter((one) => !isSame(one, checked.get(one.draft.id)));
  for (let start = 0; start < due.length && !signal?.aborted; start += AT_ONCE) {
    const some = due.slice(start, start + AT_ONCE);
    for (const one of some) checked.set(one.draft.id, one);
    const found = await runChecks(some.map((one) => toCheckInput(one.draft, one)));
    // A result is stale if the draft has been checked again since, or the connection has changed.
    const isCurrent = (one: Checkable) => checked.get(one.draft.id) === one;
    if (!found) {
      // The worker failed: check these again next time.
      for (const one of some.filter(isCurrent)) checked.delete(one.draft.id);
      return;
    }
    const results = some.map((one, index) => [one, found[index] ?? []] as const);
    publish(results.filter(([one]) => isCurrent(one)));
  }
}

/** Keeps the conversation of the last check, because the query cache may have dropped it since. */
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

/** A worker, and the resolvers of its unanswered requests, in request order. */
interface Checker {
  worker: Worker;
  waiting: ((found: Finding[][] | undefined) => void)[];
}

let checker: Checker | undefined;
let address: string | undefined;

/** Checks texts in a worker, with the findings in input order. Undefined if it fails: the checks are optional. */
export function runChecks(inputs: readonly CheckInput[]): Promise<Finding[][] | undefined> {
  const found = new Promise<Finding[][] | undefined>((resolve) => {
    checker ??= startChecker();
    checker.waiting.push(resolve);
    checker.worker.postMessage(inputs);
  });
  // A browser may lack workers, or the page's policy forbid them.
  return found.catch(() => undefined);
}

function startChecker(): Checker {
  address ??= trustedScript('countersign-checks', workerUrl);
  const started: Checker = { worker: new Worker(address, { type: 'module' }), waiting: [] };
  listen(started.worker, 'message', ({ data }: MessageEvent<Finding[][]>) => started.waiting.shift()?.(data));
  listen(started.worker, 'error', () => {
    started.worker.terminate();
    // The next request starts a new worker.
    if (checker === started) checker = undefined;
    for (const resolve of started.waiting.splice(0)) resolve(undefined);
  });
  return started;
}
