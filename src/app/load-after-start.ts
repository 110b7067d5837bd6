import { retryWithBackoff } from '#src/lib/delay.ts';

/** Loads the parts of the shell that the first screen does not need. */
export const loadAfterStart = async () => (await retryWithBackoff(() => import('./after-start.tsx'))).shellAfterStart;
