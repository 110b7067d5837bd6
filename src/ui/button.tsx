import type { ComponentProps, KeyboardEvent, MouseEvent, MouseEventHandler } from 'react';
import { classNames } from './class-names.ts';
import { Kbd, useAriaKeys } from './text/kbd.tsx';

interface ButtonProps extends ComponentProps<'button'>, Omit<ButtonLook, 'square'> {
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
      {...ariaDisabled(busy || disabled, onClick)}
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

export interface ButtonLook {
  kind?: keyof typeof kinds | undefined;
  size?: keyof typeof sizes | undefined;
  /** Square, for a lone icon. */
  square?: boolean | undefined;
}

const base =
  'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-box border font-medium aria-disabled:cursor-default aria-disabled:not-aria-busy:pointer-events-none aria-disabled:not-aria-busy:opacity-50';

const kinds = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-edge/60 bg-surface text-ink hover:bg-hover active:bg-pressed aria-pressed:bg-selected',
  quiet:
    'border-transparent text-muted hover:bg-hover hover:text-ink active:bg-pressed aria-pressed:bg-selected aria-pressed:text-ink aria-expanded:bg-hover',
  danger: 'border-transparent bg-bad-solid text-on-accent hover:bg-bad-solid-hover',
};

const sizes = {
  normal: { padded: 'h-control gap-2 px-3', square: 'size-control' },
  small: { padded: 'h-6 gap-1.5 px-2 text-sm', square: 'size-6' },
};

/** Button classes, for links and other elements that look like buttons. */
export function buttonClass({ kind = 'plain', size = 'normal', square = false }: ButtonLook = {}): string {
  return classNames(base, kinds[kind], square ? sizes[size].square : sizes[size].padded);
}

/**
 * Props of a button that ignores clicks while disabled, but keeps the focus: the `disabled` attribute would take it
 * from the button that was just pressed.
 */
export function ariaDisabled(isDisabled: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  if (!isDisabled) return { onClick };
  return { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
}

/** Spinner inside the button that was pressed; used nowhere else. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={classNames('size-4 motion-safe:animate-spin', className)}>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="24 14" />
    </svg>
  );
}

/** For actions that bring the next item under the pointer: ignores the second click of a double click. */
export const ignoreDoubleClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

/** Props of a button that acts only once for a double click or a key held down. */
export const actOnce = (act: () => void) => ({
  onClick: ignoreDoubleClick(act),
  onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
});
