import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { clickable } from './clickable.ts';
import { Kbd, useAriaKeys } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, Omit<ButtonLook, 'square'> {
  /** Shortcut shown on the button; the caller handles the key. */
  shortcut?: string | undefined;
  /** In progress: the button keeps its width and the focus, and ignores clicks. */
  busy?: boolean | undefined;
}

/** A button with a text label. `type` defaults to `button`. */
export function Button(props: ButtonProps) {
  const { kind, size, shortcut, busy = false, disabled = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...clickable(busy || disabled, onClick)}
      {...(busy && { 'aria-busy': true })}
      aria-keyshortcuts={useAriaKeys(shortcut)}
      className={classNames(buttonClass({ kind, size }), className)}
    >
      {busy && <Spinner className="absolute" />}
      <span className={classNames('inline-flex items-center gap-[inherit]', busy && 'opacity-0')}>{children}</span>
      {shortcut && (
        // Exposed as aria-keyshortcuts, so not part of the button's name.
        <span aria-hidden="true" className="contents">
          <Kbd keys={shortcut} className={classNames('-me-1', busy && 'opacity-0')} />
        </span>
      )}
    </button>
  );
}
