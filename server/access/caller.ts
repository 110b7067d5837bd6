/** In ascending order of permissions; each role includes the ones before it, except `guest`. */
export const ROLES = ['guest', 'agent', 'reviewer', 'supervisor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The role of this name, if there is one. */
export const roleNamed = (name: string | undefined): Role | undefined => ROLES.find((role) => role === name);

/** The authenticated sender of a request, as identified by its token. */
export interface Caller {
  userId: number;
  role: Role;
  /** The only room a guest may see; null for staff. */
  roomId: number | null;
}

/** Returns the id of the only room a guest may see; undefined for staff, who see all rooms. */
export function guestRoomId({ role, roomId }: Caller): number | undefined {
  // Ids begin at 1, so a guest without a room sees nothing.
  return role === 'guest' ? (roomId ?? 0) : undefined;
}
