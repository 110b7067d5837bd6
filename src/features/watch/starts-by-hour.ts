import type { HourlyStarts } from '#src/api/extensions/waiting-history.ts';

export interface StartsByHour {
  /** Columns: weekdays as in `Date.getDay`, starting with the locale's first day of the week. */
  days: { day: number; short: string; long: string }[];
  /** Rows: hours of the day in local time, with a count per weekday; `range` is such as "12 – 1 PM". */
  rows: { hour: number; words: string; range: string; counts: number[] }[];
  most: number;
}

const DAYS = 7;
const HOURS = 24;
/** A Sunday, so that adding `getDay()` gives the weekday. */
const SUNDAY = { year: 2023, month: 0, day: 1 };

/** Sums up counts at Unix times (seconds) by weekday and hour, in local time. */
export function startsByHour(starts: readonly HourlyStarts[], locale: string): StartsByHour {
  const counts = Array.from({ length: HOURS }, () => Array.from({ length: DAYS }, () => 0));
  for (const [unix, count] of starts) {
    const at = new Date(unix * 1000);
    const row = counts[at.getHours()];
    if (row) row[at.getDay()] = (row[at.getDay()] ?? 0) + count;
  }
  const order = Array.from({ length: DAYS }, (_, index) => (index + firstDay(locale)) % DAYS);
  const dayName = (day: number, weekday: 'narrow' | 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday }).format(new Date(SUNDAY.year, SUNDAY.month, SUNDAY.day + day));
  const hourName = new Intl.DateTimeFormat(locale, { hour: 'numeric' });
  return {
    days: order.map((day) => {
      const [short, long] = [dayName(day, 'short'), dayName(day, 'long')];
      // Arabic has no short names, so use the narrow ones.
      return { day, short: short === long ? dayName(day, 'narrow') : short, long };
    }),
    rows: counts.map((row, hour) => ({
      hour,
      words: hourName.format(hourOfSunday(hour)),
      range: hourRange(hourName, hour),
      counts: order.map((day) => row[day] ?? 0),
    })),
    most: Math.max(...counts.flat()),
  };
}

const hourOfSunday = (hour: number) => new Date(SUNDAY.year, SUNDAY.month, SUNDAY.day, hour);

/** An hour from its start to its end. A range over midnight would name the days. */
const hourRange = (hourName: Intl.DateTimeFormat, hour: number) =>
  hour < HOURS - 1
    ? hourName.formatRange(hourOfSunday(hour), hourOfSunday(hour + 1))
    : [hour, 0].map((at) => hourName.format(hourOfSunday(at))).join('–');

const LEVELS = [0, 1, 2, 3, 4] as const;

/** Colour level of a count: 0 for none, 4 for the maximum. */
export const levelOf = (count: number, most: number): (typeof LEVELS)[number] =>
  LEVELS[most > 0 ? Math.ceil((count / most) * (LEVELS.length - 1)) : 0] ?? 0;

/** First day of the week; Monday if the browser does not know. */
const firstDay = (locale: string): number => (new Intl.Locale(locale).getWeekInfo?.()?.firstDay ?? 1) % DAYS;

interface StartsSummary {
  /** The hour with the highest count; undefined on a tie. */
  peak: { day: string; hours: string; count: number } | undefined;
  /** The weekday with the highest count; undefined on a tie. */
  busiest: { day: string; count: number } | undefined;
  /** The longest time of day without any starts, as start and end hour; may wrap past midnight. */
  quiet: { from: string; to: string } | undefined;
}

/** Shorter gaps are noise. */
const MIN_QUIET_HOURS = 3;

export function summarizeStarts({ days, rows }: StartsByHour): StartsSummary {
  const cells = rows.flatMap(({ range, counts }) =>
    counts.map((count, index) => ({ day: days[index]?.long ?? '', hours: range, count })),
  );
  const perDay = days.map(({ long }, index) => ({
    day: long,
    count: rows.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
  }));
  return { peak: largestOf(cells), busiest: largestOf(perDay), quiet: quietTime(rows) };
}

function largestOf<Each extends { count: number }>(all: readonly Each[]): Each | undefined {
  const [first, second] = all.toSorted((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first : undefined;
}

function quietTime(rows: StartsByHour['rows']): StartsSummary['quiet'] {
  const isQuiet = (hour: number) => rows[hour % rows.length]?.counts.every((count) => count === 0) ?? false;
  const runs = rows.map((_, hour) => {
    let length = 0;
    while (length < rows.length && isQuiet(hour + length)) length++;
    return { hour, length };
  });
  const [longest] = runs.toSorted((a, b) => b.length - a.length);
  if (!longest || longest.length < MIN_QUIET_HOURS || longest.length === rows.length) return undefined;
  const wordsOf = (hour: number) => rows[hour % rows.length]?.words ?? '';
  return { from: wordsOf(longest.hour), to: wordsOf(longest.hour + longest.length) };
}
