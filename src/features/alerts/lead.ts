import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import { tabId } from '#src/lib/tab.ts';

/** A tab's part in being the one of many that acts. */
export interface Lead {
  /** Whether this tab is the one, as of now. */
  isHeld: () => boolean;
  /** Lets another tab go before, if there is one. */
  pass: () => void;
  stop: () => void;
}

/** Who has never touched a page lets those go before who have: only they may sound. */
const UNTOUCHED_MS = 3_000;

/** Tries to be the one tab of this browser under a name, and says when it is and when it no longer is. */
export function competeForLead(name: string, onChange: (isHeld: boolean) => void): Lead {
  // Pages of plain http, as many intranets have them, come without locks.
  return navigator.locks ? leadByLock(name, onChange) : leadByLease(name, onChange);
}

function leadByLock(name: string, onChange: (isHeld: boolean) => void): Lead {
  const stopping = new AbortController();
  let release: (() => void) | undefined;
  const compete = async () => {
    if (navigator.userActivation?.hasBeenActive === false) await pause(UNTOUCHED_MS);
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
  // Only stopping ends it early.
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

const BEAT_MS = 2_000;
const LEASE_MS = 7_000;

/** By a lease in the storage that all tabs share, renewed with each beat; one that has run out is free. */
function leadByLease(name: string, onChange: (isHeld: boolean) => void): Lead {
  const storedAs = `countersign.lead.${name}`;
  let isHeld = false;
  let restsUntilMs = navigator.userActivation?.hasBeenActive === false ? Date.now() + UNTOUCHED_MS : 0;
  const owner = () => {
    const { tab, untilMs } = asRecord(readStored('local', storedAs)) ?? {};
    return typeof untilMs === 'number' && untilMs > Date.now() && untilMs <= Date.now() + LEASE_MS ? tab : undefined;
  };
  const change = (next: boolean) => {
    if (next === isHeld) return;
    isHeld = next;
    onChange(next);
  };
  const beat = () => {
    const current = owner();
    const mayTake = current === tabId || (current === undefined && Date.now() >= restsUntilMs);
    const isKept = !mayTake || writeStored('local', storedAs, { tab: tabId, untilMs: Date.now() + LEASE_MS });
    // Of two that take a free lease at once, one finds the other's a beat later. Without storage, each is alone.
    change(current === tabId || !isKept);
  };
  const giveUp = () => {
    if (owner() === tabId) writeStored('local', storedAs, undefined);
    change(false);
  };
  const timer = setInterval(beat, BEAT_MS);
  window.addEventListener('pagehide', giveUp);
  beat();
  return {
    isHeld: () => isHeld && owner() === tabId,
    pass: () => {
      restsUntilMs = Date.now() + LEASE_MS;
      giveUp();
    },
    stop: () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', giveUp);
      giveUp();
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
