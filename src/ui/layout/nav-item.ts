/** Class of a sidebar item: an `<a>` (or NavLink), with `aria-current="page"` on the current one. */
export const navItemClass =
  'ring-inside flex h-control items-center gap-2 rounded-box px-2 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink [&>svg]:size-4 [&>svg]:shrink-0';
