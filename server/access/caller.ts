/** From the least to the most that a person may do; each includes the ones before it, `guest` aside. */
export const ROLES = ['guest', 'agent', 'reviewer', 'supervisor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who sent a request, as its token says. */
export interface Caller {
  userId: number;
  role: Role;
  /** The only room a guest may see; null for staff. */
  roomId: number | null;
}
