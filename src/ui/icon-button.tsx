import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { useAriaKeys } from './kbd.tsx';
import { tooltip } from './tooltip.ts';

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'>,
    Omit<ButtonLook, 'square'> {
  /** What it does: read aloud, and shown on hover and focus. */
  label: string;
  shortcut?: string | undefined;
}

/** A button that is only an icon, given as the child. */
export function IconButton({ label, shortcut, kind = 'quiet', size, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...tooltip(label, shortcut)}
      aria-label={label}
      aria-keyshortcuts={useAriaKeys(shortcut)}
      className={classNames(buttonClass({ kind, size, square: true }), '[&>svg]:size-4', className)}
    >
      {children}
    </button>
  );
}
