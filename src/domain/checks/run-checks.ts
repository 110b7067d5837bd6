import { listen } from '#src/lib/listen.ts';
import { trustedScript } from '#src/lib/workers/trusted-script.ts';
import workerUrl from './check-worker.ts?worker&url';
import type { CheckInput, Finding } from './finding.ts';

/** What waits for an answer, in the order of the questions. */
const waiting: ((found: Finding[][] | undefined) => void)[] = [];
let worker: Worker | undefined;
let isBroken = false;

/** Checks drafts in a worker, in their order. Undefined if it cannot be loaded: nothing depends on the checks. */
export function runChecks(inputs: readonly CheckInput[]): Promise<Finding[][] | undefined> {
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
