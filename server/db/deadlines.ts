/** Default time limit for a request's use of the database, waiting included. */
export const DEADLINE_MS = 5_000;

/** For operator commands, which run alone and may take as long as they need. */
export const NO_DEADLINE = Number.POSITIVE_INFINITY;

/** The same deadline; the default one instead of none, for waits that must end. */
export const limitedMs = (deadlineMs: number) => (deadlineMs === NO_DEADLINE ? DEADLINE_MS : deadlineMs);
