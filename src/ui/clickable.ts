import type { MouseEvent, MouseEventHandler } from 'react';

/**
 * What a button is to have so that it does nothing while it is disabled and yet keeps the focus: by the attribute
 * `disabled`, whoever has just pressed it would lose their place.
 */
export function clickable(isDisabled: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  if (!isDisabled) return { onClick };
  return { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
}
