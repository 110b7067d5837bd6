/** Unix times (seconds) within days, in local time, whose data is complete. */
export interface WholeDays {
  unixes: number[];
  from: Date;
  to: Date;
}

/**
 * Keeps the times of complete days: not today, and if older times were not read, not the day at which reading ended.
 * The numbers of a day therefore never change later. Undefined if no day is complete.
 */
export function wholeDays(newestFirst: readonly number[], isCut: boolean, nowMs: number): WholeDays | undefined {
  const oldest = newestFirst.at(-1);
  // If they are not in order, there may be gaps anywhere.
  const isSorted = newestFirst.every((unix, index) => index === 0 || unix <= (newestFirst[index - 1] ?? unix));
  if (oldest === undefined || (isCut && !isSorted)) return undefined;
  const today = dayStart(nowMs, 0);
  const from = dayStart((isCut ? oldest : Math.min(...newestFirst)) * 1000, isCut ? 1 : 0);
  if (from >= today) return undefined;
  const unixes = newestFirst.filter((unix) => unix * 1000 >= from.getTime() && unix * 1000 < today.getTime());
  return { unixes, from, to: dayStart(nowMs, -1) };
}

function dayStart(ms: number, daysLater: number): Date {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater);
}
