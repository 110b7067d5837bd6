/** How much one tenant holds. */
export interface Size {
  rooms: number;
}

export const DRAFTS_PER_ROOM = 10;
/** As a tenant grows, so does its staff: each person is in as many rooms. */
const ROOMS_PER_PERSON = 125;
/** So many rows hold a rare text, whatever the size. */
export const MARKED_ROWS = 30;

export const staffOf = (rooms: number): number => Math.max(4, Math.round(rooms / ROOMS_PER_PERSON));

/** The name of the tenant that is measured. */
export const TENANT = 'bench';
