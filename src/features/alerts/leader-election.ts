import { delay } from '#src/lib/delay.ts';
import { asRecord } from '#src/lib/json.ts';
import { listen } from '#src/lib/listen.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { tabId } from '#src/lib/tab-channel.ts';

/** A tab's handle on a leader election among the tabs of this browser. */
export interface Leader {
  isHeld: () => boolean;
  /** Hands leadership to another tab, if there is one. */
  pass: () => void;
  stop: () => void;
}

/** Head start for tabs with user activation: browsers let only those play sound. */
const UNTOUCHED_MS = 3_000;

/** Runs a leader election under `name` among the tabs of this browser. Calls `onChange` on each change. */
export function electLeader(name: string, onChange: (isHeld: boolean) => void): Leader {
  // The Web Locks API needs a secure context; fall back to a lease on plain http (common on intranets).
  return navigator.locks ? leadByLock(name, onChange) : leadByLease(name, onChange);
}

function leadByLock(name: string, onChange: (isHeld: boolean) => void): Leader {
  const stopping = new AbortController();
  let release: (() => void) | undefined;
  const compete = async () => {
    if (navigator.userActivation?.hasBeenActive === false) await delay(UNTOUCHED_MS);
    while (!stopping.signal.aborted) {
      await navigator.locks.request(name, { signal: stopping.signal }, async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        release = resolve;
        if (!stopping.signal.aborted) onChange(true);
        await promise;
        release = undefined;
        onChange(false);
      });
    }
  };
  // Rejects only when `stop` aborts the lock request.
  compete().catch(() => undefined);
  return {
    isHeld: () => release !== undefined,
    pass: () => release?.(),
    stop: () => {
      stopping.abort();
      release?.();
    },
  };
}

const HEARTBEAT_MS = 2_000;
const LEASE_MS = 7_000;
/** Added among hidden tabs, whose timers browsers run once a minute. */
const HIDDEN_MS = 123_000;

/** Leader election by a lease in localStorage, renewed with a heartbeat. Expired, it is its leader's until taken. */
function leadByLease(name: string, onChange: (isHeld: boolean) => void): Leader {
  const storageKey = `countersign.lead.${name}`;
  let isHeld = false;
  let notBeforeMs = navigator.userActivation?.hasBeenActive === false ? Date.now() + UNTOUCHED_MS : 0;
  const owner = () => {
    const { tab, untilMs } = asRecord(readStored('local', storageKey)) ?? {};
    if (typeof untilMs !== 'number' || untilMs > Date.now() + LEASE_MS) return undefined;
    const isValid = untilMs + (document.visibilityState === 'hidden' ? HIDDEN_MS : 0) > Date.now();
    return isValid || tab === tabId ? tab : undefined;
  };
  const change = (next: boolean) => {
    if (next === isHeld) return;
    isHeld = next;
    onChange(next);
  };
  const sendHeartbeat = () => {
    const current = owner();
    const canTake = current === tabId || (current === undefined && Date.now() >= notBeforeMs);
    const isStored = !canTake || writeStored('local', storageKey, { tab: tabId, untilMs: Date.now() + LEASE_MS });
    // If two tabs race for a free lease, the loser notices one heartbeat later. Without storage, every tab leads.
    change(current === tabId || !isStored);
  };
  const resign = () => {
    if (owner() === tabId) writeStored('local', storageKey, undefined);
    change(false);
  };
  const timer = setInterval(sendHeartbeat, HEARTBEAT_MS);
  const stopListening = listen(window, 'pagehide', resign);
  sendHeartbeat();
  return {
    isHeld: () => isHeld && owner() === tabId,
    pass: () => {
      notBeforeMs = Date.now() + LEASE_MS;
      resign();
    },
    stop: () => {
      clearInterval(timer);
      stopListening();
      resign();
    },
  };
}
