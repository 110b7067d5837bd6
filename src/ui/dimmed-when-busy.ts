/** For rows that others have been asked for instead of: by the page itself, or on the way to another address. */
export const DIMMED_WHEN_BUSY =
  'transition-opacity aria-busy:opacity-60 aria-busy:delay-100 in-aria-busy:opacity-60 in-aria-busy:delay-100';
