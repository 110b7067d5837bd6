import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFirstRows } from '#src/ui/first-rows.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
const nextFrame = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 50))));

test('rows in sight and rows that were there come first, the rest a frame later', async () => {
  const idOf = (row: string) => row;
  const { result, rerender } = renderHook(({ rows, least }) => useFirstRows(rows, least, idOf), {
    initialProps: { rows: numbers(1, 100), least: 0 },
  });
  const first = result.current.length;
  expect(first).toBeLessThan(40);
  expect(result.current).toEqual(numbers(1, first));
  await nextFrame();
  expect(result.current).toEqual(numbers(1, 100));

  // Others above them, and at their end.
  rerender({ rows: [...numbers(201, 250), ...numbers(1, 30), ...numbers(301, 320)], least: 0 });
  expect(result.current).toEqual([...numbers(201, 200 + first), ...numbers(1, 30)]);
  await nextFrame();
  expect(result.current).toEqual([...numbers(201, 250), ...numbers(1, 30), ...numbers(301, 320)]);

  // One of those that are far down is chosen.
  rerender({ rows: numbers(401, 500), least: 60 });
  expect(result.current).toEqual(numbers(401, 460));

  // What is left of rows that were there is there at once.
  await nextFrame();
  rerender({ rows: numbers(431, 490), least: 0 });
  expect(result.current).toEqual(numbers(431, 490));
});
