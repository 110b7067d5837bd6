import { checkDraft } from '#src/domain/checks/check-draft.ts';

let failsNext = false;

/** Makes the next message end its worker with an error, as if the worker's file could not be loaded. */
export const failNextQuestion = () => {
  failsNext = true;
};

/** jsdom has no workers: this one runs the checks in the same process, a moment later, as a worker would. */
class InProcessWorker extends EventTarget {
  private hasEnded = false;

  postMessage(inputs: Parameters<typeof checkDraft>[0][]) {
    const asked = structuredClone(inputs);
    const fails = failsNext;
    failsNext = false;
    // Not a timer, which tests may clear or hold: a real worker is independent of the page's timers.
    setImmediate(() => {
      if (this.hasEnded) return;
      this.hasEnded = fails;
      this.dispatchEvent(
        fails ? new Event('error') : new MessageEvent('message', { data: asked.map((input) => checkDraft(input)) }),
      );
    });
  }

  terminate() {
    this.hasEnded = true;
  }
}

Object.assign(globalThis, { Worker: InProcessWorker });
