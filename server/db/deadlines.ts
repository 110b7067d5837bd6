/** How long a request may use the database, waiting included, unless the operator says otherwise. */
export const DEADLINE_MS = 5_000;

/** For an operator's command, which is alone and takes as long as it needs. */
export const NO_DEADLINE = Number.POSITIVE_INFINITY;
