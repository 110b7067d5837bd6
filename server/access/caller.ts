/** In ascending order of permissions; each role includes the ones before it, except `guest`. */
export const ROLES = ['guest', 'agent', 'reviewer', 'supervisor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The authenticated sender of a request, as identified by its token. */
export interface Caller {
  userId: number;
  role: Role;
  /** The only room a guest may see; null for staff. */
  roomId: number | null;
}
