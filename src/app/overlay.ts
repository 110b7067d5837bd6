import { createStore } from '#src/lib/store.ts';

/** Overlay opened by the shell: the command palette, the keyboard shortcuts, or the page's help. */
export const overlay = createStore<'palette' | 'sheet' | 'help' | undefined>(undefined);

export const closeOverlay = (): void => overlay.set(undefined);
