/**
 * Class of a bar of up to three buttons: in a narrow window, large and side by side in reach of a thumb. The last is
 * the main one, and the widest.
 */
export const thumbBar =
  'thumb-bar max-md:flex max-md:shrink-0 max-md:gap-2 max-md:border-line max-md:border-t max-md:bg-raised max-md:px-3 max-md:py-2 low:py-1 max-md:*:h-thumb max-md:*:min-w-0 max-md:*:flex-1 max-md:*:last:grow-[1.5] max-md:*:text-lg';
