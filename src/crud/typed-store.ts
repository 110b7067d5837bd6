import { connection } from '#src/api/connection.ts';
import { followStored } from '#src/lib/follow-stored.ts';
import { askOthers } from '#src/lib/tab.ts';
import { type TypedVersions, typedVersions } from './typed-versions.ts';

const PREFIX = 'countersign.typed.';
const WAIT_MS = 300;

/** Keeps one typed value in the browser until it has been saved, whatever happens to the page. */
export interface TypedStore
  extends Pick<TypedVersions, 'read' | 'readOthers' | 'swapOther' | 'dropOther' | 'mergeOthers'> {
  /** Keeps the value 300 ms after the last call; undefined drops it. */
  write: (value: unknown) => void;
  /**
   * Drops what this tab has kept and whatever it is about to, or what is kept if it is the text that was sent. What
   * another tab has typed since stays.
   */
  forget: (sent?: string) => void;
  /** Writes at once when the page goes away, and hears other tabs; returns how to stop that, which writes as well. */
  attach: () => () => void;
}

export interface TypedStoreOptions {
  /** Hears whether each write worked: storage may be forbidden or full. */
  onResult?: (isKept: boolean) => void;
  /** Hears what other tabs have typed under the same name, newest first, whenever that may have changed. */
  onOthers?: (others: unknown[]) => void;
  /** Hears that another tab has the same text open. */
  onShared?: () => void;
  /** Whose it is, where that is not the tenant one is signed in to. */
  connectionKey?: string;
}

/** The typed value of the given name, under the tenant one is signed in to unless another is given. */
export function createTypedStore(name: string, options: TypedStoreOptions = {}): TypedStore {
  const { onResult, onOthers, onShared, connectionKey = connection.get()?.key ?? '' } = options;
  const key = `${PREFIX}${connectionKey}.${name}`;
  const { read, write, forget, isHeld, keepOwn, keys, ...versions } = typedVersions(key);
  let waiting: { value: unknown; timer: ReturnType<typeof setTimeout> } | undefined;

  const cancel = () => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  };
  const flush = () => {
    if (!waiting) return;
    const { value } = waiting;
    cancel();
    const isKept = write(value);
    onResult?.(isKept);
  };
  return {
    ...versions,
    read,
    write: (value) => {
      cancel();
      waiting = { value, timer: setTimeout(flush, WAIT_MS) };
    },
    forget: (sent) => {
      cancel();
      forget(sent);
    },
    swapOther: () => {
      flush();
      versions.swapOther();
    },
    mergeOthers: (value) => {
      cancel();
      versions.mergeOthers(value);
    },
    attach: () => {
      // A page that is hidden may be thrown away without another event.
      window.addEventListener('pagehide', flush);
      document.addEventListener('visibilitychange', flush);
      const isTyped = () => waiting !== undefined || isHeld();
      const stopAsking = askOthers(key, isTyped, () => onShared?.());
      const stopFollowing = followStored(keys, () => {
        keepOwn();
        onOthers?.(versions.readOthers());
      });
      return () => {
        stopAsking();
        stopFollowing();
        window.removeEventListener('pagehide', flush);
        document.removeEventListener('visibilitychange', flush);
        flush();
      };
    },
  };
}
