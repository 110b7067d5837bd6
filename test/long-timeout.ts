/** A deadline far beyond what a busy machine needs, in milliseconds. Tests of deadlines set their own. */
export const LONG_TIMEOUT_MS = 60_000;
