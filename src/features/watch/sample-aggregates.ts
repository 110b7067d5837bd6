import type { Sample } from '#src/domain/waiting/waiting-samples.ts';

interface WaitedHour {
  /** Start of the hour, Unix seconds. */
  unix: number;
  most: number;
  least: number;
  /** Minutes of the hour with a sample. */
  minutes: number;
}

const HOUR = 60;

/** Aggregates samples by clock hour, newest first. Hours without samples are left out. */
export function aggregateByHour(samples: readonly Sample[]): WaitedHour[] {
  const byHour = Map.groupBy(samples, ([minute]) => Math.floor(minute / HOUR));
  const hours = [...byHour].map(([hour, within]) => {
    const counts = within.map(([, count]) => count);
    const unix = hour * HOUR * 60;
    return { unix, most: Math.max(...counts), least: Math.min(...counts), minutes: within.length };
  });
  return hours.reverse();
}

/** Chart columns from samples: Unix seconds and counts, null for minutes without a sample. */
export function toChartData(samples: readonly Sample[]): [unix: number[], counts: (number | null)[]] {
  const [first, last] = [samples[0]?.[0], samples.at(-1)?.[0]];
  if (first === undefined || last === undefined) return [[], []];
  const counted = new Map(samples);
  const minutes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return [minutes.map((minute) => minute * 60), minutes.map((minute) => counted.get(minute) ?? null)];
}
