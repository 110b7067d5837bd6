import { createStore } from '#src/lib/store.ts';

/** Whether the drawer of recent actions is open. */
export const isRecentOpen = createStore(false);
