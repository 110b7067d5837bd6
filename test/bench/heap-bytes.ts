import type { CDPSession } from '@playwright/test';

/**
 * Bytes of script objects that a page still uses. It costs the page the code that was compiled for it: a key that was
 * measured afterwards would have its own compiled again.
 */
export async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}
