const matches = (query: string): boolean => globalThis.matchMedia?.(query).matches ?? false;

/** Whether the main pointer is a finger: there are no hover states, and probably no keyboard. */
export const isTouch = (): boolean => matches('(pointer: coarse)');

/** Whether the window is too narrow for list and detail side by side, or can become so when the device is rotated. */
export const mayBeNarrow = (): boolean => isTouch() || matches('(width < 56.25rem)');
