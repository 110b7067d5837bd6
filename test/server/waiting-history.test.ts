import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WaitingHistory } from '#contract/rooms.ts';
import type { Role } from '#server/access/caller.ts';
import { DEADLINE_MS } from '#server/db/deadlines.ts';
import { readWaitingHistory } from '#server/resources/waiting-history.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { DAY, HOUR, NOW, serviceWithoutWaits, setTime } from './waits-fixture.ts';

const { service, db, recordSince, addWaits, aWaitingRoom, say } = await serviceWithoutWaits();

const HOURS = 28 * 24;
/** How old a time must be, in seconds, until no request of this service can still change it. */
const SETTLED = 25 + LONG_TIMEOUT_MS / 1_000;

const ask = (as: Role = 'agent', headers = {}) => service.send('GET', '/rooms/waiting_history', { as, headers });
const historyOf = async () => (await ask()).meta.waiting_history as WaitingHistory;

describe('the history', () => {
  test('reports how many visitors were waiting at each minute', async () => {
    setTime(NOW + SETTLED);
    const early = NOW - 11 * HOUR;
    await addWaits([NOW - 600, NOW - 300], [NOW - 599, NOW - 301], [NOW - 480, NOW - 480], [NOW - DAY, early]);
    await aWaitingRoom(NOW - 360);
    await aWaitingRoom(NOW - 100, { kind: 3 });
    const { as_of_unix, minutes } = await historyOf();
    expect([as_of_unix, minutes.from_unix, minutes.counts.length]).toEqual([NOW, NOW - 719 * 60, 720]);
    expect(minutes.counts.slice(-12)).toEqual([0, 1, 2, 2, 2, 3, 1, 1, 1, 1, 1, 1]);
    // This wait began before the first minute.
    const untilEarly = (early - minutes.from_unix) / 60;
    expect(minutes.counts.slice(0, -12)).toEqual([...Array(untilEarly).fill(1), ...Array(708 - untilEarly).fill(0)]);
  });

  test('ends at the last full minute that no write can change any more', async () => {
    for (const [seconds, asOf] of [
      [-1, NOW - 60],
      [0, NOW],
      [59, NOW],
      [60, NOW + 60],
    ] as const) {
      setTime(NOW + SETTLED + seconds);
      expect((await historyOf()).as_of_unix).toBe(asOf);
    }
  });

  test.each([
    [DEADLINE_MS, 30],
    [1_500, 27],
    [90_000, 115],
  ])('leaves a write with a deadline of %i ms %i seconds', async (deadlineMs, settled) => {
    const asOf = async (now: number) =>
      (await readWaitingHistory({ db, deadlineMs, nowMs: now * 1000 })).history.as_of_unix;
    expect([await asOf(NOW + settled - 1), await asOf(NOW + settled)]).toEqual([NOW - 60, NOW]);
  });

  test('reports the number of waits that began in each full hour, and their median', async () => {
    setTime(NOW + SETTLED);
    const [first, last] = [NOW - HOURS * HOUR, NOW - HOUR];
    await addWaits(
      [first - 1, first + 10],
      [first, first + 40],
      [first + HOUR - 1, first + HOUR + 19],
      [last, last + 5],
      [last + 1, last + 4],
      [last + 2, last + 9],
      [NOW, NOW + 1],
    );
    const { hours } = await historyOf();
    expect([hours.from_unix, hours.starts.length, hours.median_seconds.length]).toEqual([first, HOURS, HOURS]);
    expect([hours.starts[0], hours.median_seconds[0]]).toEqual([2, 20]);
    expect([hours.starts[1], hours.median_seconds[1]]).toEqual([0, null]);
    expect([hours.starts.at(-1), hours.median_seconds.at(-1)]).toEqual([3, 5]);
    expect(hours.starts.reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(5);
  });

  test('reports a median once it is final', async () => {
    setTime(NOW + SETTLED);
    const start = NOW - HOUR;
    await addWaits([start, start + 100], [start, start + 3_500]);
    const { id } = await aWaitingRoom(start + 600);
    const median = async () => (await historyOf()).hours.median_seconds.at(-1);
    // The third wait has lasted 3,000 s, and may still end before the second one's 3,500 s.
    expect(await median()).toBe(null);
    setTime(NOW + 540 + SETTLED);
    expect(await median()).toBe(3_500);
    setTime(NOW + 900);
    await say(id, 'agent');
    expect(await median()).toBe(3_500);
  });

  test('has no figures from before recording began, but counts waits that began earlier', async () => {
    setTime(NOW + SETTLED);
    const since = NOW - 2 * HOUR + 1;
    await recordSince(since);
    await addWaits([NOW - 3 * HOUR, NOW - HOUR]);
    await aWaitingRoom(NOW - 5 * HOUR);
    const { recorded_since_unix, minutes, hours } = await historyOf();
    expect(recorded_since_unix).toBe(since);
    const known = minutes.counts.findIndex((count) => count !== null);
    expect(minutes.from_unix + known * 60).toBe(NOW - 2 * HOUR + 60);
    expect(minutes.counts.slice(known)).toEqual([...Array(59).fill(2), ...Array(61).fill(1)]);
    expect(hours.starts.slice(-3)).toEqual([null, null, 0]);
    expect(hours.median_seconds.slice(-3)).toEqual([null, null, null]);
  });

  test('keeps the waits of a deleted room, without naming the room', async () => {
    const { id } = await aWaitingRoom(NOW - 3 * HOUR, { name: 'Secret guest' });
    setTime(NOW + SETTLED);
    const before = await historyOf();
    await service.send('DELETE', `/rooms/${id}`);
    const after = await historyOf();
    expect(after).toMatchObject({ minutes: before.minutes, hours: { starts: before.hours.starts } });
    expect(Object.keys(await db.selectFrom('waits').selectAll().executeTakeFirstOrThrow())).toEqual([
      'id',
      'started_unix',
      'ended_unix',
    ]);
  });

  test('is for staff only, and covers only their own tenant', async () => {
    const lumen = await service.addTenant('lumen');
    await lumen.db
      .updateTable('wait_recording')
      .set({ since_unix: NOW - 60 * DAY })
      .execute();
    await addWaits([NOW - 600, NOW - 300]);
    setTime(NOW + SETTLED);
    const { meta } = await service.send('GET', '/rooms/waiting_history', { tenant: lumen });
    const { minutes, hours } = meta.waiting_history as WaitingHistory;
    expect([new Set(minutes.counts), new Set(hours.starts)]).toEqual([new Set([0]), new Set([0])]);
    for (const as of ['agent', 'reviewer', 'supervisor', 'admin'] as const) expect((await ask(as)).status).toBe(200);
    expect((await ask('guest')).status).toBe(403);
  });

  test('has a new ETag once another minute is over', async () => {
    setTime(NOW + SETTLED);
    const tag = (await ask()).headers.get('etag') ?? '';
    setTime(NOW + SETTLED + 59);
    expect((await ask('agent', { 'if-none-match': tag })).status).toBe(304);
    setTime(NOW + SETTLED + 60);
    const later = await ask('agent', { 'if-none-match': tag });
    expect([later.status, later.meta.waiting_history]).toEqual([
      200,
      expect.objectContaining({ as_of_unix: NOW + 60 }),
    ]);
  });

  test('never changes a figure once it is reported', async () => {
    const time = fc.integer({ min: NOW - 16 * HOUR, max: NOW });
    const length = fc.integer({ min: 0, max: 9 * HOUR });
    const cases = fc.record({
      waits: fc.array(fc.tuple(time, length), { maxLength: 12 }),
      since: fc.integer({ min: NOW - 18 * HOUR, max: NOW - 8 * HOUR }),
      seen: fc.integer({ min: NOW - 8 * HOUR, max: NOW }),
      /** Seconds after the start of the first wait, when it may not be visible yet. */
      soon: fc.option(fc.integer({ min: 0, max: 60 })),
      later: fc.integer({ min: 0, max: 7 * HOUR }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ waits: all, since, seen, soon, later }) => {
        await recordSince(since);
        const now = soon === null ? seen : (all[0]?.[0] ?? seen) + soon;
        const earlier = await historyAt(now, all);
        const after = await historyAt(now + later, all);
        for (const [name, step] of [
          ['counts', 60],
          ['starts', HOUR],
          ['median_seconds', HOUR],
        ] as const) {
          const [one, other] = [earlier, after].map((history) => figures(history, name, step));
          for (const [at, figure] of one ?? []) {
            if (figure !== null && other?.has(at)) expect([name, at, other.get(at)]).toEqual([name, at, figure]);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** The history of the given waits at a time. Writes become visible with a delay of up to 29 s. */
async function historyAt(now: number, all: readonly (readonly [start: number, length: number])[]) {
  await db.deleteFrom('waits').execute();
  await db.deleteFrom('rooms').where('name', '=', 'Waiting').execute();
  const isSeen = (at: number) => at <= now - (at % 30);
  const waits = all.map(([start, length]): [number, number] => [start, start + length]);
  const ended = waits.filter(([, end]) => isSeen(end));
  if (ended.length > 0) await addWaits(...ended);
  const open = waits.filter(([start, end]) => isSeen(start) && !isSeen(end));
  for (const [start] of open) await aWaitingRoom(start, { name: 'Waiting' });
  return (await readWaitingHistory({ db, deadlineMs: DEADLINE_MS, nowMs: now * 1000 })).history;
}

/** A series of figures, by their Unix times. */
function figures({ minutes, hours }: WaitingHistory, name: 'counts' | 'starts' | 'median_seconds', step: number) {
  const [from, series] = name === 'counts' ? [minutes.from_unix, minutes.counts] : [hours.from_unix, hours[name]];
  return new Map(series.map((figure, index) => [from + index * step, figure]));
}
