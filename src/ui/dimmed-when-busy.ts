/**
 * For rows that are about to be replaced, by the page itself or on the way to another address. After a delay, so that quick
 * answers do not flicker, and without a fade, which would be painted as a layer of its own.
 */
export const DIMMED_WHEN_BUSY =
  'transition-[opacity] duration-0 aria-busy:opacity-60 aria-busy:delay-200 in-aria-busy:opacity-60 in-aria-busy:delay-200';
