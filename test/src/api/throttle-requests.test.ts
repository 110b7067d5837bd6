import { beforeEach, expect, test, vi } from 'vitest';
import { throttleRequest } from '#src/api/request.ts';

beforeEach(() => void vi.useFakeTimers());

/** How many of `turns` requests the throttle has let pass after each successive delay. */
async function countAfter(ms: readonly number[], turns: number): Promise<number[]> {
  let taken = 0;
  for (let turn = 0; turn < turns; turn++) void Promise.resolve(throttleRequest()).then(() => taken++);
  const counts: number[] = [];
  for (const each of ms) {
    await vi.advanceTimersByTimeAsync(each);
    counts.push(taken);
  }
  return counts;
}

test('after the network returns, three requests go out in the first second, then three per quarter second', async () => {
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(await countAfter([0, 999, 1, 249, 1, 250], 11)).toEqual([3, 3, 6, 6, 9, 11]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await countAfter([0], 20)).toEqual([20]);
});

test('a page hidden for hours throttles its requests, one hidden briefly does not', async () => {
  const see = (visibilityState: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  see('hidden');
  await vi.advanceTimersByTimeAsync(3_600_000);
  see('visible');
  expect(await countAfter([0], 8)).toEqual([3]);
  await vi.advanceTimersByTimeAsync(60_000);
  see('hidden');
  await vi.advanceTimersByTimeAsync(1000);
  see('visible');
  expect(await countAfter([0], 8)).toEqual([8]);
});
