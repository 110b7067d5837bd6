import { afterAll, vi } from 'vitest';

/* Test files share a process: restores clocks, methods and environment for the next file. */

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
