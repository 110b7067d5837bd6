/**
 * Dims rows that are about to be replaced, by a refetch or a navigation. Delayed, so that quick answers do not flicker;
 * not faded, as a fade is painted in a layer of its own.
 */
export const DIMMED_WHEN_BUSY =
  'transition-[opacity] duration-0 aria-busy:opacity-60 aria-busy:delay-200 in-aria-busy:opacity-60 in-aria-busy:delay-200';
