import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** Class of a sidebar item: an `<a>` (or NavLink), with `aria-current="page"` on the current one. */
export const navItemClass =
  'ring-inside flex h-control items-center gap-2 rounded-box px-2 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink [&>svg]:size-4 [&>svg]:shrink-0';

/** Count of items waiting there. `urgent` shows by weight and colour; the surrounding sentence must say why. */
export function NavCount({ urgent, children }: { urgent?: boolean; children: ReactNode }) {
  return (
    <span className={classNames('ms-auto ps-2 text-sm', urgent ? 'font-semibold text-warn' : 'font-normal')}>
      {children}
    </span>
  );
}
