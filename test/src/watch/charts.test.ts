import { describe, expect, test } from 'vitest';
import { parseWaitingHistory } from '#src/api/extensions/waiting-history.ts';
import { KEPT_HOURS, readSamples, recordWaitingSample, waitingSamples } from '#src/domain/waiting/waiting-samples.ts';
import { aggregateByHour, toChartData } from '#src/features/watch/sample-aggregates.ts';
import { levelOf, startsByHour, summarizeStarts } from '#src/features/watch/starts-by-hour.ts';
import { completeDays } from '#src/features/watch/starts-heatmap.tsx';

const MINUTE_MS = 60_000;

test('a minute keeps its maximum, and samples older than twelve hours are dropped', () => {
  const tenant = 'https://counted.test';
  const start = 1_000_000 * MINUTE_MS;
  for (const count of [3, 5, 4]) recordWaitingSample(tenant, count, start);
  expect(waitingSamples(tenant).get()).toEqual([[1_000_000, 5]]);
  for (let minute = 1; minute <= KEPT_HOURS * 60; minute++) recordWaitingSample(tenant, 1, start + minute * MINUTE_MS);
  expect(waitingSamples(tenant).get()).toHaveLength(KEPT_HOURS * 60);
  expect(waitingSamples(tenant).get()[0]).toEqual([1_000_001, 1]);
  localStorage.clear();
});

test('samples of another tab are merged', () => {
  const tenant = 'https://shared.test';
  recordWaitingSample(tenant, 1, 10 * MINUTE_MS);
  localStorage.setItem(
    `countersign.waited.${tenant}`,
    JSON.stringify([
      [10, 1],
      [11, 7],
    ]),
  );
  recordWaitingSample(tenant, 2, 12 * MINUTE_MS);
  expect(waitingSamples(tenant).get()).toEqual([
    [10, 1],
    [11, 7],
    [12, 2],
  ]);
  localStorage.clear();
});

test.each([undefined, 'text', {}, [1, 'x', [1], [1, -2], [1.5, 2], [1, 2, 3]]])('%j holds no samples', (value) => {
  expect(readSamples(value)).toEqual([]);
});

test('unobserved minutes are gaps in the line and missing from the hours', () => {
  const samples = [
    [60, 2],
    [61, 4],
    [63, 0],
    [200, 1],
  ] as const;
  expect(toChartData(samples.slice(0, 3))).toEqual([
    [3600, 3660, 3720, 3780],
    [2, 4, null, 0],
  ]);
  expect(aggregateByHour(samples)).toEqual([
    { unix: 3 * 3600, most: 1, least: 1, minutes: 1 },
    { unix: 3600, most: 4, least: 0, minutes: 3 },
  ]);
  expect(toChartData([])).toEqual([[], []]);
});

test('starts are counted by weekday and hour, from the first day of the week in the locale', () => {
  const monday = new Date(2026, 10, 16, 9, 15).getTime() / 1000;
  const sunday = new Date(2026, 10, 22, 23, 59).getTime() / 1000;
  const british = startsByHour(
    [
      [monday, 1],
      [monday + 60, 1],
      [sunday, 1],
    ],
    'en-GB',
  );
  expect(british.days[0]).toEqual({ day: 1, short: 'Mon', long: 'Monday' });
  expect(british.rows[9]?.counts).toEqual([2, 0, 0, 0, 0, 0, 0]);
  expect(british.rows[23]?.counts).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(british.most).toBe(2);
  expect(startsByHour([], 'en-US').days[0]?.long).toBe('Sunday');
});

test('the peaks are the one busiest hour and day, and the longest quiet period', () => {
  const at = (day: number, hour: number, count = 1) =>
    [new Date(2025, 2, 9 + day, hour).getTime() / 1000, count] as const;
  const found = summarizeStarts(startsByHour([at(1, 9, 2), at(1, 17), at(2, 12), at(3, 20)], 'en-GB'));
  expect(found).toEqual({
    peak: { day: 'Monday', hours: '09–10', count: 2 },
    busiest: { day: 'Monday', count: 3 },
    quiet: { from: '21', to: '09' },
  });
  const even = summarizeStarts(startsByHour([at(1, 9), at(2, 9)], 'en-GB'));
  expect([even.peak, even.busiest]).toEqual([undefined, undefined]);
  expect(summarizeStarts(startsByHour([], 'en-GB')).quiet).toBeUndefined();
});

test('levels range from none to the maximum', () => {
  expect([0, 1, 5, 10].map((count) => levelOf(count, 10))).toEqual([0, 1, 2, 4]);
  expect(levelOf(0, 0)).toBe(0);
});

test('recorded waits are parsed, with gaps where nothing was recorded', () => {
  const hour = 3600;
  const minutes = { from_unix: 100 * hour, counts: [null, null, 2, 3] };
  const hours = {
    from_unix: 97 * hour,
    starts: [null, null, null, 5, 1],
    median_seconds: [null, null, null, 60, null],
  };
  const waiting_history = { recorded_since_unix: 100 * hour + 120, as_of_unix: 101 * hour, minutes, hours };
  expect(parseWaitingHistory({ meta: { waiting_history } })).toEqual({
    sinceUnix: 100 * hour + 120,
    samples: [
      [6002, 2],
      [6003, 3],
    ],
    starts: [
      [100 * hour, 5],
      [101 * hour, 1],
    ],
  });
});

test.each([undefined, {}, { meta: { waiting_history: [] } }, { meta: { waiting_history: { minutes: 3 } } }])(
  '%j is no history',
  (body) => {
    expect(parseWaitingHistory(body)).toBeNull();
  },
);

describe('opened rooms are reported for complete days only', () => {
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime() / 1000;
  const now = new Date(2026, 2, 10, 12).getTime();

  test('today is left out', () => {
    const found = completeDays([at(10, 9), at(9, 23), at(7, 1)], false, now);
    expect(found?.unixes).toEqual([at(9, 23), at(7, 1)]);
    expect([found?.from, found?.to]).toEqual([new Date(2026, 2, 7), new Date(2026, 2, 9)]);
  });

  test('the day at which reading ended is left out, and later rooms do not change a reported day', () => {
    const before = completeDays([at(9, 3), at(8, 2), at(7, 20), at(7, 1)], true, now);
    expect([before?.unixes, before?.from]).toEqual([[at(9, 3), at(8, 2)], new Date(2026, 2, 8)]);
    const after = completeDays([at(10, 13), at(9, 3), at(8, 2), at(7, 20)], true, now + 3_600_000);
    expect(after?.unixes).toEqual(before?.unixes);
  });

  test('nothing is reported without a complete day, or if a partial list is unsorted', () => {
    expect(completeDays([], false, now)).toBeUndefined();
    expect(completeDays([at(10, 9)], false, now)).toBeUndefined();
    expect(completeDays([at(10, 9), at(9, 1)], true, now)).toBeUndefined();
    expect(completeDays([at(5, 9), at(7, 1), at(3, 1)], true, now)).toBeUndefined();
    expect(completeDays([at(5, 9), at(7, 1)], false, now)?.from).toEqual(new Date(2026, 2, 5));
  });
});
