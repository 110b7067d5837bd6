import type { MouseEvent } from 'react';

/** Whether a click on a link navigates in this tab: primary button, no modifier keys. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;
