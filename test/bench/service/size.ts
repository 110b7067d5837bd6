/** Size of a tenant. */
export interface Size {
  rooms: number;
}

export const DRAFTS_PER_ROOM = 10;
/** Staff grows with the tenant, so the number of rooms per person stays the same. */
const ROOMS_PER_PERSON = 125;
/** Number of rows that contain a rare text, at any size. */
export const MARKED_ROWS = 30;

export const staffOf = (rooms: number): number => Math.max(4, Math.round(rooms / ROOMS_PER_PERSON));

/** The name of the measured tenant. */
export const TENANT = 'bench';
