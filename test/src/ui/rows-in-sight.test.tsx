import { act, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import { useVisibleRowsFirst } from '#src/ui/layout/visible-rows.ts';

// Strict mode off, because each commit is counted.
const ONCE = { reactStrictMode: false };

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

test('a mounting list renders the visible rows first and then all; later rows render at once', async () => {
  const commits: (readonly string[])[] = [];
  function List({ rows, least }: { rows: readonly string[]; least: number }) {
    const shown = useVisibleRowsFirst(rows, least);
    useLayoutEffect(() => void commits.push(shown), [shown]);
    return null;
  }
  const { rerender, unmount } = await act(async () => render(<List rows={numbers(1, 100)} least={0} />, ONCE));
  expect(commits).toHaveLength(2);
  expect(commits[0]?.length).toBeLessThan(40);
  expect(commits[0]).toEqual(numbers(1, commits[0]?.length ?? 0));
  expect(commits[1]).toEqual(numbers(1, 100));
  rerender(<List rows={numbers(201, 300)} least={0} />);
  expect(commits.slice(2)).toEqual([numbers(201, 300)]);
  unmount();

  // The selected row is far down.
  commits.length = 0;
  await act(async () => render(<List rows={numbers(1, 100)} least={60} />, ONCE));
  expect(commits).toEqual([numbers(1, 60), numbers(1, 100)]);
});
