import type { Caller } from '../access/caller.ts';

/** The id of the only room that a guest may know of; undefined for staff, who know them all. */
export function ownRoom({ role, roomId }: Caller): number | undefined {
  // Ids begin at 1: a guest without a room sees nothing.
  return role === 'guest' ? (roomId ?? 0) : undefined;
}
