/** How much is measured. */
export interface ReviewEffort {
  /** Decided by key, once as fast as the machine is and once slowed. */
  decisions: number;
  /** Decided in one go to see what memory they leave behind. */
  kept: number;
  /** In the queue while it is scrolled through. */
  rows: number;
}

export const SLOWED = 4;
/** A reviewer's second has room for reading as well; short enough for the outbox to be full all the time. */
export const PAUSE_MS = 200;
