import type { MouseEvent } from 'react';

/** Whether a click on a link is to be followed in this tab: no key is held that opens it elsewhere. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;
