import { checkDraft } from '#src/domain/checks/check-draft.ts';

/** jsdom has no workers: this one runs the checks in the same process, a moment later, as a worker would. */
class InProcessWorker extends EventTarget {
  postMessage(inputs: Parameters<typeof checkDraft>[0][]) {
    const asked = structuredClone(inputs);
    setTimeout(() => {
      this.dispatchEvent(new MessageEvent('message', { data: asked.map((input) => checkDraft(input)) }));
    });
  }
}

Object.assign(globalThis, { Worker: InProcessWorker });
