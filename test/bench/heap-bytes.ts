import type { CDPSession } from '@playwright/test';

/**
 * Live JavaScript heap of a page in bytes. The forced GC also discards compiled code, so measure key presses before.
 */
export async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}
