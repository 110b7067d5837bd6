import { type Kysely, sql } from 'kysely';
import type { WaitingHistory } from '#contract/rooms.ts';
import type { Tables } from '../db/tables.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { ROOM_KIND } from './insert-room.ts';

const MINUTE = 60;
const HOUR = 3_600;
/** Minutes in the response: half a day. */
export const MINUTES = 12 * 60;
/** Hours in the response: four weeks. */
export const HOURS = 28 * 24;
/**
 * A write is stamped at request start, but visible only after its body was received, which may take ten seconds, and
 * its commit, at the deadline or a little later. Only older data is reported, so that figures do not change afterwards.
 */
const settledAfter = (deadlineMs: number) => Math.ceil(deadlineMs / 1000) + 25;

/** Reads how many visitors were waiting, up to the newest settled minute, and when the next minute will be settled. */
export async function readWaitingHistory({ db, nowMs, deadlineMs }: Pick<Context, 'db' | 'nowMs' | 'deadlineMs'>) {
  const settled = settledAfter(deadlineMs);
  const asOf = floorTo(MINUTE, Math.floor(nowMs / 1000) - settled);
  const { since_unix: since } = await db.selectFrom('wait_recording').select('since_unix').executeTakeFirstOrThrow();
  const history: WaitingHistory = {
    recorded_since_unix: since,
    as_of_unix: asOf,
    minutes: await countByMinute(db, asOf, since),
    hours: await summarizeByHour(db, asOf, since),
  };
  return { history, freshUntilMs: (asOf + MINUTE + settled) * 1000 };
}

async function countByMinute(db: Kysely<Tables>, asOf: number, since: number): Promise<WaitingHistory['minutes']> {
  const from = asOf - (MINUTES - 1) * MINUTE;
  // Index of the first minute at or after a time.
  const minuteOf = (time: string) =>
    sql<number>`case when ${sql.ref(time)} <= ${integer(from)} then 0
      else (${sql.ref(time)} - ${integer(from)} + ${sql.lit(MINUTE - 1)}) / ${sql.lit(MINUTE)} end`;
  const over = db
    .selectFrom('waits')
    .select([minuteOf('started_unix').as('start'), minuteOf('ended_unix').as('end')])
    .where('ended_unix', '>', from)
    .where('started_unix', '<=', asOf);
  const open = waitingRooms(db)
    .select([minuteOf('awaiting_since_unix').as('start'), sql<number>`${sql.lit(MINUTES)}`.as('end')])
    .where('awaiting_since_unix', '<=', asOf);
  // One statement, because a wait may end between two.
  const changes = new Array<number>(MINUTES + 1).fill(0);
  for (const { start, end } of await over.unionAll(open).execute()) {
    changes[start] = (changes[start] ?? 0) + 1;
    changes[Math.min(end, MINUTES)] = (changes[Math.min(end, MINUTES)] ?? 0) - 1;
  }
  let waiting = 0;
  const counts = changes.slice(0, MINUTES).map((change, minute) => {
    waiting += change;
    return from + minute * MINUTE < since ? null : waiting;
  });
  return { from_unix: from, counts };
}

/**
 * Counts the waits that began in each hour. Reports their median once open waits cannot change it, because all of them
 * have lasted longer.
 */
async function summarizeByHour(db: Kysely<Tables>, asOf: number, since: number): Promise<WaitingHistory['hours']> {
  const to = floorTo(HOUR, asOf);
  const from = to - HOURS * HOUR;
  const over = db
    .selectFrom('waits')
    .select(['started_unix', sql<number | null>`ended_unix`.as('ended_unix')])
    .where('started_unix', '>=', from)
    .where('started_unix', '<', to);
  const open = waitingRooms(db)
    .select([sql<number>`awaiting_since_unix`.as('started_unix'), sql<null>`cast(null as integer)`.as('ended_unix')])
    .where('awaiting_since_unix', '>=', from)
    .where('awaiting_since_unix', '<', to);
  const hour = sql<number>`(started_unix - ${integer(from)}) / ${sql.lit(HOUR)}`;
  const isOpen = sql`case when ended_unix is null then 1 else 0 end`;
  const ranked = db
    .selectFrom(over.unionAll(open).as('begun'))
    .select([
      hour.as('hour'),
      sql<number | null>`ended_unix - started_unix`.as('seconds'),
      sql<number | null>`case when ended_unix is null then started_unix end`.as('open_since'),
      sql<number>`row_number() over (partition by ${hour} order by ${isOpen}, ended_unix - started_unix)`.as('place'),
      sql<number>`count(*) over (partition by ${hour})`.as('starts'),
    ]);
  const found = await db
    .selectFrom(ranked.as('ranked'))
    .select([
      'hour',
      sql<number>`max(starts)`.as('starts'),
      sql<number | null>`max(case when place = (starts + 1) / 2 then seconds end)`.as('median'),
      sql<number | null>`max(open_since)`.as('open_since'),
    ])
    .groupBy('hour')
    .execute();
  const isRecorded = (index: number) => from + index * HOUR >= since;
  const starts = Array.from({ length: HOURS }, (_, index): number | null => (isRecorded(index) ? 0 : null));
  const medians = new Array<number | null>(HOURS).fill(null);
  for (const each of found.filter(({ hour: index }) => isRecorded(index))) {
    starts[each.hour] = each.starts;
    const isFinal = each.median !== null && (each.open_since === null || asOf - each.open_since >= each.median);
    medians[each.hour] = isFinal ? each.median : null;
  }
  return { from_unix: from, starts, median_seconds: medians };
}

/** Rooms whose visitor is waiting. */
const waitingRooms = (db: Kysely<Tables>) =>
  db.selectFrom('rooms').where('awaiting_support', '=', 1).where('kind', '=', ROOM_KIND.support);

const integer = (value: number) => sql<number>`cast(${value} as integer)`;

const floorTo = (step: number, time: number) => Math.floor(time / step) * step;
