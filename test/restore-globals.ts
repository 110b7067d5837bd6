import { afterAll, vi } from 'vitest';

/* Test files without a process of their own: the next file must find clocks, methods and environment as they were. */

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
