import type { Insertable } from 'kysely';
import type { RoomMembersTable } from '../db/tables.ts';
import type { UserIds } from './inserted-ids.ts';
import type { RoomPlan } from './plan-room.ts';
import type { Said } from './play-episode.ts';

/** Returns a room's member rows with their read positions: at least their own newest message, often everything. */
export function memberRows(
  plan: RoomPlan,
  roomId: number,
  users: UserIds,
  messageIds: ReadonlyMap<Said, number>,
): Insertable<RoomMembersTable>[] {
  const idOf = (said: Said | undefined) => (said && messageIds.get(said)) ?? null;
  const newest = plan.said.at(-1);
  const newestByStaff = plan.said.findLast(({ by }) => by !== 'visitor');
  const member = (key: string, starred: boolean, read: Said | undefined) => ({
    room_id: roomId,
    user_id: users.get(key) ?? 0,
    starred: Number(starred),
    last_read_message_id: idOf(read),
  });

  const staff = plan.staff.map((key) => {
    const own = plan.said.findLast(({ by }) => by === key);
    const isUpToDate = plan.random() < 0.7;
    const seen = plan.awaitingSince === null ? newest : newestByStaff;
    return member(key, plan.random() < 0.15, isUpToDate ? seen : own);
  });
  return plan.visitor === null ? staff : [...staff, member(plan.visitor, false, newest)];
}
