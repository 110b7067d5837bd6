import { useState } from 'react';
import { type ButtonLook, buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import type { BaseMenuProps } from './base-menu.tsx';

interface MenuProps extends BaseMenuProps, Pick<ButtonLook, 'kind'> {}

const BaseMenu = requestedComponent(async () => (await import('./base-menu.tsx')).BaseMenu);

/** A button that opens a list of actions. Prefetches the list's code on hover and focus. */
export function Menu({ trigger, entries, kind, className }: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  const look = classNames(buttonClass({ kind }), '[&>svg]:size-4', className);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={look}
      onPointerEnter={BaseMenu.preload}
      onFocus={BaseMenu.preload}
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
  return <BaseMenu trigger={trigger} entries={entries} className={look} fallback={button} />;
}
