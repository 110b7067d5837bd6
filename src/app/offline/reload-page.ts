const LONGEST_WAIT_MS = 2000;

/**
 * Loads the page anew, with the version that its host has by now. A worker that waits for its turn comes first.
 * What was typed is kept, and what was decided is sent on the way out.
 */
export async function reloadPage(): Promise<void> {
  const registration = await registrationHere();
  if (registration?.waiting) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, LONGEST_WAIT_MS);
    tellWaiting(registration, 'take over');
    await promise;
  }
  location.reload();
}

/** Lets the worker of this version, if it still waits, take over where no other window is open. */
export async function settleWorker(): Promise<void> {
  const registration = await registrationHere();
  if (registration) tellWaiting(registration, 'take over if alone');
}

/** Fetches the worker of a newer version ahead. */
export async function fetchWorker(): Promise<void> {
  const registration = await registrationHere();
  await registration?.update().catch(() => undefined);
}

const tellWaiting = ({ waiting }: ServiceWorkerRegistration, wish: 'take over' | 'take over if alone') =>
  waiting?.postMessage(wish);

async function registrationHere(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration().catch(() => undefined);
}
