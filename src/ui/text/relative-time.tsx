import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { memo, useSyncExternalStore } from 'react';
import { serverUnix } from '#src/lib/clock.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';

interface RelativeTimeProps {
  /** The moment, in Unix seconds; 0 if unknown, which is shown as a dash. */
  unix: number;
  /** `ago`: "4 minutes ago"; `age`: "4 min" or "1 h 52 m", for a column of waits. */
  form?: 'ago' | 'age';
  className?: string;
}

/** A live relative time by the server's clock; its tooltip is the exact time. */
export const RelativeTime = memo(function RelativeTime({ unix, form = 'ago', className }: RelativeTimeProps) {
  const { i18n } = useLingui();
  const words = form === 'age' ? age : formatRelativeTime;
  // The snapshot is the formatted text, so that a tick re-renders only if the text has changed.
  const text = useEachSecond((nowMs) => words(i18n.locale, serverUnix(nowMs) - unix));
  if (unix === 0) return <span className="text-faint">–</span>;
  return (
    <time dateTime={new Date(unix * 1000).toISOString()} className={className}>
      {text}
    </time>
  );
});

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

/** Caches formatters: creating one costs a hundred times as much as using it. */
function cached<Names extends readonly string[], Formatter>(make: (...names: Names) => Formatter) {
  const known = new Map<string, Formatter>();
  return (...names: Names): Formatter => {
    const key = names.join(' ');
    const formatter = known.get(key) ?? make(...names);
    known.set(key, formatter);
    return formatter;
  };
}

const agoFormat = cached((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const unitFormat = cached(
  (locale: string, unit: Unit, unitDisplay: 'short' | 'narrow') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }),
);
const exactFormat = cached(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
);

/** "4 minutes ago", "yesterday", "now". Seconds count as "now", and so does the future, as clocks differ. */
export function formatRelativeTime(locale: string, seconds: number): string {
  const [count, unit] = inUnits(Math.max(0, seconds));
  const words = agoFormat(locale);
  return unit === 'second' ? words.format(0, 'second') : words.format(-count, unit);
}

/** A duration such as "40 sec", "4 min", "1 h 52 m", "3 days". Never negative. */
export function age(locale: string, seconds: number): string {
  const [count, unit] = inUnits(Math.max(0, seconds));
  if (unit !== 'hour') return unitFormat(locale, unit, 'short').format(count);
  const minutes = Math.trunc((seconds % 3_600) / 60);
  return [hourPart(locale, count, unit), minutes > 0 && hourPart(locale, minutes, 'minute')].filter(Boolean).join(' ');
}

/** A part of hours and minutes: "52 m" in English, where the short form would be "52 min". */
const hourPart = (locale: string, count: number, unit: Unit) =>
  unitFormat(locale, unit, locale.startsWith('en') ? 'narrow' : 'short')
    .format(count)
    .replace(/(?<=\d)(?=[a-z])/, ' ');

/** Date and time to the second, from Unix seconds. In the current locale. */
export const formatAbsoluteTime = (unix: number): string => exactFormat(i18n.locale).format(unix * 1000);

/** Hours, minutes and seconds of a time in milliseconds, such as "14:03:20". In the current locale. */
export const formatLastUpdated = (ms: number): string => i18n.date(new Date(ms), { timeStyle: 'medium' });

/** The value that `pick` returns for the time in ms since 1970; re-renders in the second in which it changes. */
export const useEachSecond = <Value,>(pick: (nowMs: number) => Value): Value =>
  useSyncExternalStore(subscribeToSeconds, () => pick(taskTime()));

let taskStartMs: number | undefined;

/** The time of the first call in this task: React takes each snapshot twice, and both must be equal. */
function taskTime(): number {
  if (taskStartMs === undefined) queueMicrotask(forgetTaskTime);
  taskStartMs ??= Date.now();
  return taskStartMs;
}

function forgetTaskTime() {
  taskStartMs = undefined;
}

const listeners = new Set<() => void>();
let stopClock: (() => void) | undefined;

function startClock(): () => void {
  const tick = () => {
    forgetTaskTime();
    for (const listener of listeners) listener();
  };
  const timer = setInterval(tick, 1000);
  return combineCleanups(() => clearInterval(timer), listen(document, 'visibilitychange', tick));
}

/** Calls the listener every second, and at once when the page becomes visible. All listeners share one timer. */
export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  stopClock ??= startClock();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopClock?.();
    stopClock = undefined;
  };
}
