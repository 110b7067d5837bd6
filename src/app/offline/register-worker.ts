import { isBehindHash, pageBase } from '#src/lib/place.ts';

declare global {
  interface Window {
    /** Not in every browser: https://w3c.github.io/trusted-types/ */
    readonly trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ) => { createScriptURL: (address: string) => string };
    };
  }
}

const WORKER = `${pageBase}service-worker.js${isBehindHash ? '?hash' : ''}`;

/** Has the worker keep the page, where the browser knows workers: over plain HTTP none does. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trusted(WORKER));
  } catch {
    // Browsers may refuse, as they do in some private windows: the page is then there online alone.
  }
}

/** Nothing but the one address passes. */
function trusted(address: string): string {
  const pass = (wanted: string) => {
    if (wanted !== WORKER) throw new TypeError('not the worker of this page');
    return wanted;
  };
  const policy = window.trustedTypes?.createPolicy('countersign-worker', { createScriptURL: pass });
  return policy ? policy.createScriptURL(address) : address;
}
