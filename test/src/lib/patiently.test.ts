import { expect, test, vi } from 'vitest';
import { patiently } from '#src/lib/patiently.ts';

test('what cannot be loaded is tried again, ever more rarely, until it is there', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 8) throw new Error('no network');
    return 'there';
  });
  const loaded = patiently(load);
  await vi.advanceTimersByTimeAsync(2_000 + 4_000);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(8_000 + 16_000 + 32_000 + 60_000 + 60_000);
  expect(await loaded).toBe('there');
  vi.useRealTimers();
});
