import { connection } from '#src/api/connection.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';

const PREFIX = 'countersign.typed.';
const WAIT_MS = 300;

/** Keeps one typed value in the browser until it has been saved, whatever happens to the page. */
export interface TypedStore {
  /** What was kept, of whatever shape; undefined where there is nothing. */
  read: () => unknown;
  /** Keeps the value 300 ms after the last call; undefined drops it. */
  write: (value: unknown) => void;
  /** Drops what is kept and whatever is about to be. */
  forget: () => void;
  /** Writes at once when the page goes away; returns how to stop that, which writes as well. */
  attach: () => () => void;
}

/**
 * The typed value of the given name, under the tenant one is signed in to unless another is given.
 * `onResult` hears whether each write worked: storage may be forbidden or full.
 */
export function createTypedStore(
  name: string,
  onResult?: (isKept: boolean) => void,
  connectionKey = connection.get()?.key ?? '',
): TypedStore {
  const key = `${PREFIX}${connectionKey}.${name}`;
  let waiting: { value: unknown; timer: ReturnType<typeof setTimeout> } | undefined;

  const cancel = () => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  };
  const flush = () => {
    if (!waiting) return;
    const { value } = waiting;
    cancel();
    const isKept = writeStored('local', key, value);
    onResult?.(isKept);
  };
  return {
    read: () => readStored('local', key),
    write: (value) => {
      cancel();
      waiting = { value, timer: setTimeout(flush, WAIT_MS) };
    },
    forget: () => {
      cancel();
      writeStored('local', key, undefined);
    },
    attach: () => {
      // A page that is hidden may be thrown away without another event.
      window.addEventListener('pagehide', flush);
      document.addEventListener('visibilitychange', flush);
      return () => {
        window.removeEventListener('pagehide', flush);
        document.removeEventListener('visibilitychange', flush);
        flush();
      };
    },
  };
}
