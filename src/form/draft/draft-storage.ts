import { connection } from '#src/api/connection.ts';
import { afterPause } from '#src/lib/after-pause.ts';
import { listen } from '#src/lib/listen.ts';
import { onStorageChange } from '#src/lib/storage/local-storage.ts';
import { askOtherTabs } from '#src/lib/tab-channel.ts';
import { type DraftHistory, draftHistory } from './draft-history.ts';

export const DRAFT_PREFIX = 'countersign.typed.';
const WAIT_MS = 300;

/** Stores one draft value in the browser until it has been saved, across reloads and crashes. */
export interface DraftStorage
  extends Pick<DraftHistory, 'read' | 'readOthers' | 'swapOther' | 'dropOther' | 'mergeOthers'> {
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

export interface DraftStorageOptions {
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
export function createDraftStorage(name: string, options: DraftStorageOptions = {}): DraftStorage {
  const { onResult, onOthers, onShared, connectionKey = connection.get()?.key ?? '' } = options;
  const key = `${DRAFT_PREFIX}${connectionKey}.${name}`;
  const { read, write, forget, isHeld, keepOwn, keys, ...versions } = draftHistory(key);
  let typed: unknown;
  const pending = afterPause(() => {
    const isKept = write(typed);
    onResult?.(isKept);
  });
  return {
    ...versions,
    read,
    write: (value) => {
      typed = value;
      pending.soon(WAIT_MS);
    },
    forget: (sent) => {
      pending.cancel();
      forget(sent);
    },
    swapOther: () => {
      pending.now();
      versions.swapOther();
    },
    mergeOthers: (value) => {
      pending.cancel();
      versions.mergeOthers(value);
    },
    attach: () => {
      // A hidden page may be discarded without another event.
      const isTyped = () => pending.isPending() || isHeld();
      const follow = () => {
        keepOwn();
        onOthers?.(versions.readOthers());
      };
      const stops = [
        listen(window, 'pagehide', pending.now),
        listen(document, 'visibilitychange', pending.now),
        askOtherTabs(key, isTyped, () => onShared?.()),
        onStorageChange(keys, follow),
        pending.now,
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
