/** A deadline far beyond what a busy machine needs, in milliseconds. Tests of the deadline set their own. */
export const PATIENT_MS = 60_000;
