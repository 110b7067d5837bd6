type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

const steps: readonly [Unit, seconds: number][] = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** The largest unit that fits, and the whole number of it. */
function inUnits(seconds: number): [count: number, unit: Unit] {
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return [Math.trunc(seconds / length), unit];
  }
  return [Math.trunc(seconds), 'second'];
}

// Cached: creating an Intl formatter costs a hundred times as much as using it.
const formatters = new Map<string, unknown>();
function kept<F>(key: string, make: () => F): F {
  const known = formatters.get(key);
  // The key names the formatter's class and options, so the cached one has the type of `make`'s.
  if (known !== undefined) return known as F;
  const made = make();
  formatters.set(key, made);
  return made;
}

/** "4 minutes ago", "yesterday", "now". Seconds count as "now", and so does the future, as clocks differ. */
export function timeAgo(locale: string, seconds: number): string {
  const [count, unit] = inUnits(Math.max(0, seconds));
  const words = kept(`ago ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  return unit === 'second' ? words.format(0, 'second') : words.format(-count, unit);
}

/** A duration such as "40 sec", "4 min", "3 hr". Never negative. */
export function age(locale: string, seconds: number): string {
  const [count, unit] = inUnits(Math.max(0, seconds));
  const words = kept(
    `age ${unit} ${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  );
  return words.format(count);
}

/** Date and time to the second, from Unix seconds. */
export function absoluteTime(locale: string, unix: number): string {
  const words = kept(
    `exact ${locale}`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  );
  return words.format(unix * 1000);
}
