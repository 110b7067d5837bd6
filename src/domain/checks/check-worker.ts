import { listen } from '#src/lib/listen.ts';
import { checkDraft } from './check-draft.ts';
import type { CheckInput, Finding } from './finding.ts';

/** Runs in a worker, because loading the languages and checking a queue would each take longer than a frame. */
listen(self, 'message', ({ data: inputs }: MessageEvent<readonly CheckInput[]>) => {
  self.postMessage(inputs.map(check));
});

/** A check that throws on one text must not keep the others from being checked. */
function check(input: CheckInput): Finding[] {
  try {
    return checkDraft(input);
  } catch (error) {
    console.error(error);
    return [];
  }
}
