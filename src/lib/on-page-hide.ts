import { listen } from './listen.ts';

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
