import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { ROOM_KIND } from './insert-room.ts';

/**
 * Records that the wait of a room's visitor is over; does nothing if no visitor is waiting. Call it before the change
 * that ends the wait, in the same transaction, because it reads the start of the wait from the room.
 */
export async function recordWait(db: Kysely<Tables>, roomId: number, endedUnix: number): Promise<void> {
  const end = sql<number>`cast(${endedUnix} as integer)`;
  const wait = db
    .selectFrom('rooms')
    .select((eb) => [
      eb.ref('awaiting_since_unix').as('started_unix'),
      // If the clock was set back, the wait must not become negative.
      sql<number>`case when awaiting_since_unix > ${end} then awaiting_since_unix else ${end} end`.as('ended_unix'),
    ])
    .where('id', '=', roomId)
    .where('kind', '=', ROOM_KIND.support)
    .where('awaiting_support', '=', 1)
    .where('awaiting_since_unix', 'is not', null);
  await db.insertInto('waits').columns(['started_unix', 'ended_unix']).expression(wait).execute();
}
