import type { ComponentProps } from 'react';
import { ariaDisabled, type ButtonLook, buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { tooltip } from './overlay/tooltip-layer.tsx';
import { useAriaKeys } from './text/kbd.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'>, Omit<ButtonLook, 'square'> {
  /** Its accessible name, also shown on hover and focus. */
  label: string;
  shortcut?: string | undefined;
}

/** An icon-only button; the icon is its child. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, kind = 'quiet', size, disabled = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...ariaDisabled(disabled, onClick)}
      {...tooltip(label, shortcut)}
      aria-label={label}
      aria-keyshortcuts={useAriaKeys(shortcut)}
      className={classNames(buttonClass({ kind, size, square: true }), '[&>svg]:size-4', className)}
    >
      {children}
    </button>
  );
}
