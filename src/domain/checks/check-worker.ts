import { listen } from '#src/lib/listen.ts';
import { checkDraft } from './check-draft.ts';
import type { CheckInput } from './finding.ts';

/** Runs beside the page: loading the languages and checking a queue would each take longer than a frame. */
listen(self, 'message', ({ data: inputs }: MessageEvent<readonly CheckInput[]>) => {
  self.postMessage(inputs.map(checkDraft));
});
