export interface StartsByHour {
  /** Columns: weekdays as `Date` counts them, from the week's first day of the locale. */
  days: { day: number; short: string; long: string }[];
  /** Rows: the hours of a day by the clock here, each with a count a weekday. */
  rows: { hour: number; words: string; counts: number[] }[];
  most: number;
}

const DAYS = 7;
const HOURS = 24;
/** A Sunday, so that adding a weekday's number gives that weekday. */
const SUNDAY = { year: 2023, month: 0, day: 1 };

/** Moments in seconds since 1970, counted by weekday and hour. */
export function startsByHour(unix: readonly number[], locale: string): StartsByHour {
  const counts = Array.from({ length: HOURS }, () => Array.from({ length: DAYS }, () => 0));
  for (const seconds of unix) {
    const at = new Date(seconds * 1000);
    const row = counts[at.getHours()];
    if (row) row[at.getDay()] = (row[at.getDay()] ?? 0) + 1;
  }
  const order = Array.from({ length: DAYS }, (_, index) => (index + firstDay(locale)) % DAYS);
  const dayName = (day: number, weekday: 'narrow' | 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday }).format(new Date(SUNDAY.year, SUNDAY.month, SUNDAY.day + day));
  const hourName = new Intl.DateTimeFormat(locale, { hour: 'numeric' });
  return {
    days: order.map((day) => {
      const [short, long] = [dayName(day, 'short'), dayName(day, 'long')];
      // Arabic has no short names, only letters.
      return { day, short: short === long ? dayName(day, 'narrow') : short, long };
    }),
    rows: counts.map((row, hour) => ({
      hour,
      words: hourName.format(new Date(SUNDAY.year, SUNDAY.month, SUNDAY.day, hour)),
      counts: order.map((day) => row[day] ?? 0),
    })),
    most: Math.max(...counts.flat()),
  };
}

const LEVELS = 4;

/** How strongly a count is coloured: 0 for none, 4 for the most. */
export const levelOf = (count: number, most: number): 0 | 1 | 2 | 3 | 4 =>
  // Rounded up from a share of at most one, it is one of these.
  (most > 0 ? Math.ceil((count / most) * LEVELS) : 0) as 0 | 1 | 2 | 3 | 4;

/** The weekday that a week begins with; Monday where the browser does not know. */
function firstDay(locale: string): number {
  // Not in TypeScript's library yet, and a getter in some browsers where it is a method in others.
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const info = getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo;
  return (info?.firstDay ?? 1) % DAYS;
}
