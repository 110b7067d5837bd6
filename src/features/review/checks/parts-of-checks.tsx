import { DraftChecks } from './draft-checks.tsx';
import { QueueChecks } from './queue-checks.tsx';
import { RowMark } from './row-mark.tsx';

/** All that shows findings, with the checks and their libraries, in one chunk. */
export const partsOfChecks = { DraftChecks, QueueChecks, RowMark };
