/** Size of the measurement. */
export interface ReviewEffort {
  /** Decisions by key, once at full speed and once with a throttled CPU. */
  decisions: number;
  /** Decisions in one go, to measure the memory they leave behind. */
  kept: number;
  /** Length of the queue while scrolling. */
  rows: number;
}

export const SLOWED = 4;
/** Far faster than a human reviewer, so the outbox always has pending decisions. */
export const PAUSE_MS = 200;
