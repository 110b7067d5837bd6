import type { MouseEvent, MouseEventHandler } from 'react';

/**
 * Props of a button that ignores clicks while disabled, yet keeps the focus: with the `disabled` attribute, the user
 * who has just pressed it would lose their place.
 */
export function clickable(isDisabled: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  if (!isDisabled) return { onClick };
  return { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
}
