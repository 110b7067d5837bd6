import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { syncClock } from '#src/lib/clock.ts';
import { age, formatRelativeTime, RelativeTime } from '#src/ui/text/relative-time.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

const now = 1_800_000_000;
beforeEach(() => void vi.useFakeTimers({ now: now * 1000 }));

test.each([
  [5, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [90_000, 'yesterday'],
  [-120, 'now'],
])('%i seconds are "%s"', (seconds, words) => {
  expect(formatRelativeTime('en', seconds)).toBe(words);
});

test.each([
  [-3, '0 sec'],
  [40, '40 sec'],
  [240, '4 min'],
  [3_600, '1 h'],
  [6_720, '1 h 52 m'],
  [7_300, '2 h 1 m'],
  [90_000, '1 day'],
])('a wait of %i seconds is "%s"', (seconds, words) => {
  expect(age('en', seconds)).toBe(words);
});

test('words follow the locale', () => {
  expect(formatRelativeTime('ja', 240)).toBe('4 分前');
  expect(age('en-GB', 6_720)).toBe('1 h 52 m');
  expect(age('ja', 6_720)).toBe('1 時間 52 分');
  expect(age('ar', 6_720)).toBe('1 س 52 د');
});

test('it updates itself', async () => {
  renderUi(<RelativeTime unix={now - 50} form="age" />);
  const time = screen.getByText('50 sec');
  expect(time.getAttribute('datetime')).toBe('2027-01-15T07:59:10.000Z');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(time.textContent).toBe('1 min');
});

test.each(['ago', 'age'] as const)('an unknown time is shown as a dash, not as %s', (form) => {
  const { container } = renderUi(<RelativeTime unix={0} form={form} />);
  expect(container.textContent).toBe('–');
});

test('it follows the clock of the service', () => {
  syncClock(new Date((now + 120) * 1000).toUTCString());
  renderUi(<RelativeTime unix={now} form="age" />);
  expect(screen.getByText('2 min')).toBeDefined();
  syncClock(new Date(now * 1000).toUTCString());
});

test('all instances share one timer, which stops with the last', () => {
  const { unmount } = renderUi(
    <>
      <RelativeTime unix={now} />
      <RelativeTime unix={now - 60} />
    </>,
  );
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
