/**
 * For rows that others have been asked for instead of: by the page itself, or on the way to another address. At once, for
 * what fades is painted as a layer of its own from the first moment to the last.
 */
export const DIMMED_WHEN_BUSY = 'aria-busy:opacity-60 in-aria-busy:opacity-60';
