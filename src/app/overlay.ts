import { createStore } from '#src/lib/store.ts';

/** What the shell has opened over the page: the command palette, the keyboard shortcuts, or the page's help. */
export const overlay = createStore<'palette' | 'sheet' | 'help' | undefined>(undefined);

export const closeOverlay = (): void => overlay.set(undefined);
