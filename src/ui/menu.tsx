import { lazy, Suspense, useState } from 'react';
import type { BaseMenuProps } from './base-menu.tsx';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';

export interface MenuProps extends BaseMenuProps, Omit<ButtonLook, 'square'> {}

const load = () => import('./base-menu.tsx');
const BaseMenu = lazy(async () => ({ default: (await load()).BaseMenu }));

/** A button that opens a list of actions. What the list is made of is loaded when the button is approached. */
export function Menu({ trigger, entries, kind, size, className }: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  const look = classNames(buttonClass({ kind, size }), '[&>svg]:size-4', className);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={look}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setAsked(true);
      }}
    >
      {trigger}
    </button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <BaseMenu trigger={trigger} entries={entries} className={look} />
    </Suspense>
  );
}
