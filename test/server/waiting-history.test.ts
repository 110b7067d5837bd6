import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WaitingHistory } from '#contract/rooms.ts';
import type { Role } from '#server/access/caller.ts';
import { removeOldWaits } from '#server/audit/remove-old-waits.ts';
import { DEADLINE_MS } from '#server/db/deadlines.ts';
import { updateRoomActivity } from '#server/resources/update-room-activity.ts';
import { readWaitingHistory } from '#server/resources/waiting-history.ts';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import { PATIENT_MS } from '#test/patience.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, userIds } = service;

/** A full hour: a Wednesday, 09:00. */
const NOW = 1_741_770_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const HOURS = 28 * 24;
/** How old a time must be, in seconds, until no request of this service can still change it. */
const SETTLED = 25 + PATIENT_MS / 1_000;

const recordSince = (since_unix: number) => db.updateTable('wait_recording').set({ since_unix }).execute();
const waits = () => db.selectFrom('waits').select(['started_unix', 'ended_unix']).orderBy('id').execute();
const addWaits = (...times: [started: number, ended: number][]) =>
  db
    .insertInto('waits')
    .values(times.map(([started_unix, ended_unix]) => ({ started_unix, ended_unix })))
    .execute();
/** A support room whose visitor has been waiting since a time. */
const aWaitingRoom = (since: number, given = {}, members: number[] = []) =>
  aRoom(db, { awaiting_support: 1, awaiting_since_unix: since, ...given }, members);
/** Sets the clock that the service reads; timers stay real. */
const setTime = (unix: number) => vi.setSystemTime(unix * 1000);
const ask = (as: Role = 'agent', headers = {}) => service.send('GET', '/rooms/waiting_history', { as, headers });
const historyOf = async () => (await ask()).meta.waiting_history as WaitingHistory;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
  await db.deleteFrom('waits').execute();
  await db.updateTable('rooms').set({ awaiting_support: 0, awaiting_since_unix: null }).execute();
  await recordSince(NOW - 60 * DAY);
});
afterEach(() => {
  vi.useRealTimers();
});

const say = (room: number, as: Role) => service.create('messages', { content: 'Hello', room_id: String(room) }, { as });
const put = (room: number, attributes: object, options = {}) =>
  service.update('rooms', room, attributes, { as: 'supervisor', ...options });

describe('a wait is recorded when it ends, once', () => {
  test.each<[string, (room: number) => Promise<{ status: number }>]>([
    ['a message of staff', (room) => say(room, 'agent')],
    [
      'an approved draft',
      async (room) => {
        const { id } = await aDraft(db, { room_id: room });
        return service.send('PUT', `/support_draft_messages/${id}/approve`, { as: 'reviewer' });
      },
    ],
    [
      'all drafts of the room approved',
      async (room) => {
        await aDraft(db, { room_id: room });
        await aDraft(db, { room_id: room });
        return service.send('PUT', `/rooms/${room}/approve_support_draft_messages`, { as: 'reviewer' });
      },
    ],
    ['a PUT', (room) => put(room, { awaiting_support: false })],
    ['the room deleted', (room) => service.send('DELETE', `/rooms/${room}`, { as: 'supervisor' })],
  ])('by %s', async (_, end) => {
    const { id } = await aWaitingRoom(NOW - 500);
    await aWaitingRoom(NOW - 900);
    expect([200, 201]).toContain((await end(id)).status);
    expect(await waits()).toEqual([{ started_unix: NOW - 500, ended_unix: NOW }]);
    await say(id, 'agent');
    expect(await waits()).toHaveLength(1);
  });

  test('with the time of the first message, however many follow', async () => {
    const room = service.guestRoomId;
    await say(room, 'guest');
    for (const later of [60, 120]) {
      setTime(NOW + later);
      await say(room, 'guest');
      await put(room, { awaiting_support: true });
    }
    setTime(NOW + 300);
    await put(room, { awaiting_support: false });
    await put(room, { awaiting_support: true });
    setTime(NOW + 400);
    await say(room, 'agent');
    expect(await waits()).toEqual([
      { started_unix: NOW, ended_unix: NOW + 300 },
      { started_unix: NOW + 300, ended_unix: NOW + 400 },
    ]);
  });

  test('never with an end before its start', async () => {
    const { id } = await aWaitingRoom(NOW + 50);
    await say(id, 'agent');
    expect(await waits()).toEqual([{ started_unix: NOW + 50, ended_unix: NOW + 50 }]);
  });
});

describe('nothing is recorded', () => {
  test('for rooms where no visitor is waiting', async () => {
    const group = await aWaitingRoom(NOW - 500, { kind: 3 }, [userIds.agent]);
    const support = await aRoom(db);
    for (const { id } of [group, support]) {
      await say(id, 'agent');
      await put(id, { awaiting_support: false });
      await service.send('DELETE', `/rooms/${id}`);
    }
    expect(await waits()).toEqual([]);
  });

  test('for a change that is refused, or ends no wait', async () => {
    const { id } = await aWaitingRoom(NOW - 500);
    const own = await aDraft(db, { room_id: id, created_user_id: userIds.reviewer });
    const tries = [
      await put(id, { awaiting_support: false }, { as: 'agent' }),
      await put(id, { awaiting_support: false }, { meta: { version: '99' } }),
      await put(id, { awaiting_support: false, name: '' }),
      await put(id, { awaiting_support: 'no' }),
      await put(id, { description: 'Other' }),
      await service.send('DELETE', `/rooms/${id}`, { as: 'agent' }),
      await service.send('PUT', `/support_draft_messages/${own.id}/approve`, { as: 'reviewer' }),
      await service.send('PUT', `/support_draft_messages/${own.id}/reject`, { as: 'admin' }),
      await service.create('messages', { content: '', room_id: String(id) }, { as: 'agent' }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 422, 422, 422, 200, 403, 403, 200, 422]);
    expect(await waits()).toEqual([]);
  });

  test('for a change whose transaction fails later', async () => {
    const { id } = await aWaitingRoom(NOW - 500);
    const message = await aMessage(db, { room_id: id });
    const failing = db.transaction().execute(async (transaction) => {
      await updateRoomActivity(transaction, message, true);
      expect(await transaction.selectFrom('waits').select('id').execute()).toHaveLength(1);
      throw new Error('Out of luck');
    });
    await expect(failing).rejects.toThrow('Out of luck');
    expect(await waits()).toEqual([]);
  });
});

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
  for (const [start, length] of all) {
    if (isSeen(start + length)) await addWaits([start, start + length]);
    else if (isSeen(start)) await aWaitingRoom(start, { name: 'Waiting' });
  }
  return (await readWaitingHistory({ db, deadlineMs: DEADLINE_MS, nowMs: now * 1000 })).history;
}

/** A series of figures, by their Unix times. */
function figures({ minutes, hours }: WaitingHistory, name: 'counts' | 'starts' | 'median_seconds', step: number) {
  const [from, series] = name === 'counts' ? [minutes.from_unix, minutes.counts] : [hours.from_unix, hours[name]];
  return new Map(series.map((figure, index) => [from + index * step, figure]));
}

test('waits beyond the retention period of events are removed in batches', async () => {
  const old = NOW - 30 * DAY;
  await addWaits(...Array.from({ length: 1_100 }, (): [number, number] => [old - 900, old - 1]));
  await addWaits([old - 900, old], [NOW - 50, NOW]);
  expect(await removeOldWaits(db, 30, NOW * 1000)).toBe(1_100);
  expect(await waits()).toEqual([
    { started_unix: old - 900, ended_unix: old },
    { started_unix: NOW - 50, ended_unix: NOW },
  ]);
  expect(await db.selectFrom('wait_recording').select('since_unix').execute()).toEqual([{ since_unix: old }]);
  expect(await removeOldWaits(db, 40, NOW * 1000)).toBe(0);
  expect(await db.selectFrom('wait_recording').select('since_unix').execute()).toEqual([{ since_unix: old }]);
});
