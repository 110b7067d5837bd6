import { listen } from './listen.ts';

/** How many requests an unloading page can send; the user is asked before it unloads with more. */
export const MOST_AT_ONCE = 100;

/** Calls back on `pagehide`: after any question of `beforeunload`, so that who chooses to stay has sent nothing. */
export const onPageHide = (listener: () => void): void => void listen(window, 'pagehide', listener);
