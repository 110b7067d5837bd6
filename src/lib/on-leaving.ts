/**
 * Calls back when the page is left. Where a worker stands between the page and its host, it does so a moment earlier,
 * before the browser lets go of the page: of what is sent later through a worker, some is dropped.
 */
export function onLeaving(listener: () => void): void {
  window.addEventListener('pagehide', listener);
  window.addEventListener('beforeunload', (event) => {
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
    // Who is asked first may still stay.
    if (hasWorker && !event.defaultPrevented) listener();
  });
}
