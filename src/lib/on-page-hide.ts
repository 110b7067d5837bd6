import { listen } from './listen.ts';

/** How many requests an unloading page can send; the user is asked before it unloads with more. */
export const MOST_AT_ONCE = 100;

/**
 * Calls back on `pagehide`. With a service worker, already on `beforeunload`: the browser drops some requests that pass
 * through a worker later.
 */
export function onPageHide(listener: () => void): void {
  listen(window, 'pagehide', listener);
  listen(window, 'beforeunload', (event) => {
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
    // If another handler prompts, the user may still stay.
    if (hasWorker && !event.defaultPrevented) listener();
  });
}
