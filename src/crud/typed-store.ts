import { connection } from '#src/api/connection.ts';
import { followStored } from '#src/lib/follow-stored.ts';
import { askOthers } from '#src/lib/tab.ts';
import { type TypedVersions, typedVersions } from './typed-versions.ts';

const PREFIX = 'countersign.typed.';
const WAIT_MS = 300;

/** Stores one draft value in the browser until it has been saved, across reloads and crashes. */
export interface TypedStore
  extends Pick<TypedVersions, 'read' | 'readOthers' | 'swapOther' | 'dropOther' | 'mergeOthers'> {
  /** Debounced: stores the value 300 ms after the last call; undefined removes it. */
  write: (value: unknown) => void;
  /**
   * Removes this tab's draft and cancels a pending write; also removes another stored text if it is the one that was
   * sent. What another tab has typed since stays.
   */
  forget: (sent?: string) => void;
  /**
   * Flushes the pending write when the page is hidden, and follows other tabs. Returns a cleanup function, which
   * flushes as well.
   */
  attach: () => () => void;
}

export interface TypedStoreOptions {
  /** Called with whether each write worked: storage may be forbidden or full. */
  onResult?: (isKept: boolean) => void;
  /** Called with other tabs' drafts of the same name, newest first, whenever they may have changed. */
  onOthers?: (others: unknown[]) => void;
  /** Called when another tab has the same draft open. */
  onShared?: () => void;
  /** Tenant of the draft. Default: the current one. */
  connectionKey?: string;
}

/** The draft of the given name, at the current tenant unless another is given. */
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
      // A hidden page may be discarded without another event.
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
