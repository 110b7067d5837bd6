import type { Caller } from '../access/caller.ts';

/** Returns the id of the only room a guest may see; undefined for staff, who see all rooms. */
export function ownRoom({ role, roomId }: Caller): number | undefined {
  // Ids begin at 1, so a guest without a room sees nothing.
  return role === 'guest' ? (roomId ?? 0) : undefined;
}
