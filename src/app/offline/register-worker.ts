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

/** Registers the service worker, if supported: browsers have none on plain http. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trusted(WORKER));
  } catch {
    // Browsers may refuse, such as in some private windows; the page then works online only.
  }
}

/** Trusted Types policy that accepts only the worker's URL. */
function trusted(address: string): string {
  const pass = (wanted: string) => {
    if (wanted !== WORKER) throw new TypeError('not the worker of this page');
    return wanted;
  };
  const policy = window.trustedTypes?.createPolicy('countersign-worker', { createScriptURL: pass });
  return policy ? policy.createScriptURL(address) : address;
}
