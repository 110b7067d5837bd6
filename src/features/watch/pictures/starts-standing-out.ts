import type { StartsByHour } from './starts-by-hour.ts';

export interface StandingOut {
  /** The hour with the highest count; undefined on a tie. */
  peak: { day: string; hour: string; count: number } | undefined;
  /** The weekday with the highest count; undefined on a tie. */
  busiest: { day: string; count: number } | undefined;
  /** The longest time of day without any starts, as start and end hour; may wrap past midnight. */
  quiet: { from: string; to: string } | undefined;
}

/** Shorter gaps are noise. */
const LEAST_QUIET_HOURS = 3;

/** Summarizes the heatmap in words. */
export function startsStandingOut({ days, rows }: StartsByHour): StandingOut {
  const cells = rows.flatMap(({ words, counts }) =>
    counts.map((count, index) => ({ day: days[index]?.long ?? '', hour: words, count })),
  );
  const perDay = days.map(({ long }, index) => ({
    day: long,
    count: rows.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
  }));
  return { peak: mostOf(cells), busiest: mostOf(perDay), quiet: quietTime(rows) };
}

function mostOf<Each extends { count: number }>(all: readonly Each[]): Each | undefined {
  const [first, second] = all.toSorted((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first : undefined;
}

function quietTime(rows: StartsByHour['rows']): StandingOut['quiet'] {
  const isQuiet = (hour: number) => rows[hour % rows.length]?.counts.every((count) => count === 0) ?? false;
  const runs = rows.map((_, hour) => {
    let length = 0;
    while (length < rows.length && isQuiet(hour + length)) length++;
    return { hour, length };
  });
  const [longest] = runs.toSorted((a, b) => b.length - a.length);
  if (!longest || longest.length < LEAST_QUIET_HOURS || longest.length === rows.length) return undefined;
  const wordsOf = (hour: number) => rows[hour % rows.length]?.words ?? '';
  return { from: wordsOf(longest.hour), to: wordsOf(longest.hour + longest.length) };
}
