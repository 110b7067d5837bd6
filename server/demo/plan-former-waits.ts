import type { Wait } from './plan-room.ts';
import { seededRandom } from './seeded-random.ts';

const HOUR = 3_600;
const HOURS = 5 * 7 * 24;
/** How many waits begin in each hour of a working day, in UTC. */
const RHYTHM = [
  0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 1, 2, 3.4, 4, 3.6, 2.8, 2.4, 3, 3.4, 3, 2.4, 1.8, 1.4, 1.2, 1, 0.8, 0.5, 0.3,
];
const WEEKEND = 0.35;
const SHORTEST = 40;

/** Five weeks of waits in rooms that have been deleted since. */
export function planFormerWaits(tenant: string, nowUnix: number): Wait[] {
  const random = seededRandom(`${tenant} former waits`);
  const waits: Wait[] = [];
  const thisHour = Math.floor(nowUnix / HOUR) * HOUR;
  for (let hour = thisHour - HOURS * HOUR; hour <= thisHour; hour += HOUR) {
    const time = new Date(hour * 1000);
    const isWeekend = time.getUTCDay() % 6 === 0;
    const most = (RHYTHM[time.getUTCHours()] ?? 0) * (isWeekend ? WEEKEND : 1);
    const count = Math.floor(most * (0.5 + random()) + random() * 0.5);
    for (let index = 0; index < count; index++) {
      const startedAt = hour + Math.floor(random() * HOUR);
      // Most waits are short; they are longer in busy hours.
      const endedAt = startedAt + SHORTEST + Math.floor(random() ** 3 * (1_200 + most * 900));
      if (endedAt < nowUnix) waits.push({ startedAt, endedAt });
    }
  }
  return waits;
}
