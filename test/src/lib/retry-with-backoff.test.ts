import { expect, test, vi } from 'vitest';
import { retryWithBackoff } from '#src/lib/delay.ts';

test('a failed load is retried with backoff until it succeeds', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 8) throw new Error('no network');
    return 'there';
  });
  const loaded = retryWithBackoff(load);
  await vi.advanceTimersByTimeAsync(2_000 + 4_000);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(8_000 + 16_000 + 32_000 + 60_000 + 60_000);
  expect(await loaded).toBe('there');
});
