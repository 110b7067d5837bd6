import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { clickable } from './clickable.ts';
import { Kbd, useAriaKeys } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, Omit<ButtonLook, 'square'> {
  /** The key that does the same, printed on the button; listening to it is the caller's. */
  shortcut?: string | undefined;
  /** Under way: the button keeps its width and the focus, and clicks do nothing. */
  busy?: boolean | undefined;
}

/** A button that says what it does. `type` is `button` unless said. */
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
        // Told by aria-keyshortcuts: the button's name is what it does.
        <span aria-hidden="true" className="contents">
          <Kbd keys={shortcut} className={classNames('-me-1', busy && 'opacity-0')} />
        </span>
      )}
    </button>
  );
}
