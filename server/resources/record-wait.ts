import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { ROOM_KIND } from './insert-room.ts';

/**
 * Records the wait of a room's visitor as over; nothing if none is waiting. Call it in the transaction of the change that
 * ends the wait, and before that change: until then, the room itself is the record.
 */
export async function recordWait(db: Kysely<Tables>, roomId: number, endedUnix: number): Promise<void> {
  const end = sql<number>`cast(${endedUnix} as integer)`;
  const wait = db
    .selectFrom('rooms')
    .select((eb) => [
      eb.ref('awaiting_since_unix').as('started_unix'),
      // A clock that was set back must not make it negative.
      sql<number>`case when awaiting_since_unix > ${end} then awaiting_since_unix else ${end} end`.as('ended_unix'),
    ])
    .where('id', '=', roomId)
    .where('kind', '=', ROOM_KIND.support)
    .where('awaiting_support', '=', 1)
    .where('awaiting_since_unix', 'is not', null);
  await db.insertInto('waits').columns(['started_unix', 'ended_unix']).expression(wait).execute();
}
