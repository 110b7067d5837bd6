import type { Kysely } from 'kysely';
import type { RoomRow, Tables } from '../db/tables.ts';

const PRIME = 2_147_483_647n;

/** The hash that the triggers of migration 012 add for a member. */
function hashOf(userId: number): bigint {
  const mixed = (BigInt(userId) * 48_271n + 11n) % PRIME;
  return (((mixed * mixed) % PRIME) * mixed) % PRIME;
}

/** Finds the oldest group room whose members are exactly the given people, with the given name if any. */
export async function findRoomOf(
  db: Kysely<Tables>,
  userIds: readonly number[],
  name: string | undefined,
): Promise<RoomRow | undefined> {
  const hash = Number(userIds.reduce((sum, id) => sum + hashOf(id), 0n));
  const found = db
    .selectFrom('room_member_sets as sets')
    .select('sets.room_id')
    .where('sets.members', '=', userIds.length)
    .where('sets.hash', '=', hash)
    // Other sets may have the same hash.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('room_members as member')
            .select('member.user_id')
            .whereRef('member.room_id', '=', 'sets.room_id')
            .where('member.user_id', 'not in', userIds),
        ),
      ),
    )
    .$if(name !== undefined, (sets) => sets.where('sets.name', '=', name ?? ''))
    .orderBy('sets.room_id')
    .limit(1);
  return db.selectFrom('rooms').selectAll().where('id', '=', found).executeTakeFirst();
}
