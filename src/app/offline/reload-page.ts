import { settleWithin } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';

const MAX_WAIT_MS = 2000;

/**
 * Reloads the page in the host's current version, activating a waiting service worker first. Drafts are stored, and
 * queued decisions are sent on page hide.
 */
export async function reloadPage(): Promise<void> {
  const waiting = (await registrationHere())?.waiting;
  if (waiting) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    listen(navigator.serviceWorker, 'controllerchange', resolve, { once: true });
    waiting.postMessage('take over');
    await settleWithin(MAX_WAIT_MS, [promise]);
  }
  location.reload();
}

/** Activates the waiting worker of this version, if no other window is open. */
export async function settleWorker(): Promise<void> {
  const registration = await registrationHere();
  registration?.waiting?.postMessage('take over if alone');
}

/** Prefetches the service worker of a newer version. */
export async function fetchWorker(): Promise<void> {
  const registration = await registrationHere();
  await registration?.update().catch(() => undefined);
}

async function registrationHere(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration().catch(() => undefined);
}
