/** Default time limit for a request's use of the database, waiting included. */
export const DEADLINE_MS = 5_000;

/** For operator commands, which run alone and may take as long as they need. */
export const NO_DEADLINE = Number.POSITIVE_INFINITY;
