import { focusManager } from '@tanstack/react-query';
import { connection } from '#src/api/connection.ts';
import { debounce } from '#src/lib/debounce.ts';
import { parseJson } from '#src/lib/json.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';
import {
  onStorageChange,
  readStored,
  readStoredText,
  writeStored,
  writeStoredText,
} from '#src/lib/storage/local-storage.ts';
import { askOtherTabs } from '#src/lib/tab-channel.ts';

export const DRAFT_PREFIX = 'countersign.typed.';
const [WAIT_MS, LONGEST_MS] = [300, 500];

export type DraftStorage = ReturnType<typeof createDraftStorage>;

interface DraftStorageOptions {
  /** Called with whether each write worked: storage may be forbidden or full. */
  onResult?: (isKept: boolean) => void;
  /** Called with other tabs' drafts of the same name, newest first, whenever they may have changed. */
  onOthers?: (others: unknown[]) => void;
  /** Called when another tab has the same draft open. */
  onShared?: () => void;
  /** Connection of the draft. Default: the current one. */
  connectionKey?: string;
}

/**
 * Stores the draft of the given name in the browser until it has been saved, across reloads and crashes. Several tabs
 * may edit it at once: the drafts of the others are kept beside this tab's.
 */
export function createDraftStorage(name: string, options: DraftStorageOptions = {}) {
  const { onResult, onOthers, onShared, connectionKey = connection.get()?.key ?? '' } = options;
  const key = `${DRAFT_PREFIX}${connectionKey}.${name}`;
  const { read, write, forget, isHeld, keepOwn, keys, ...versions } = draftHistory(key, connectionKey);
  let typed: unknown;
  const pending = debounce(() => {
    const isKept = write(typed);
    onResult?.(isKept);
  });
  return {
    ...versions,
    read,
    /** Debounced: stores the value 300 ms after the last call, 500 ms after the first; undefined removes it. */
    write: (value: unknown) => {
      typed = value;
      writeNow.set(key, () => pending.isPending() && write(typed));
      pending.schedule(WAIT_MS, LONGEST_MS);
    },
    /** Runs a pending write at once. */
    flush: pending.flush,
    /**
     * Removes this tab's draft and cancels a pending write. Also removes another tab's stored text if it equals `sent`;
     * newer text of that tab stays.
     */
    forget: (sent?: string) => {
      pending.cancel();
      forget(sent);
    },
    swapOther: () => {
      pending.flush();
      versions.swapOther();
    },
    mergeOthers: (value: unknown) => {
      pending.cancel();
      versions.mergeOthers(value);
    },
    /** Flushes the pending write when the page is hidden, and follows other tabs. Returns a cleanup, which flushes. */
    attach: () => {
      const isTyped = () => pending.isPending() || isHeld();
      const follow = () => {
        if (!draftTurn.take(connectionKey, true)) return;
        keepOwn();
        onOthers?.(versions.readOthers());
      };
      // A hidden page may be discarded without another event.
      return combineCleanups(
        listen(window, 'pagehide', pending.flush),
        focusManager.subscribe(pending.flush),
        askOtherTabs(key, isTyped, () => onShared?.()),
        onStorageChange(keys, follow),
        pending.flush,
      );
    },
  };
}

/** Functions that make a pending write of a key: a form may close, and what shows its text open, before it is stored. */
const writeNow = new Map<string, () => void>();

/** Key suffix: other tabs' drafts under the same name, saved before this tab overwrote them, oldest first. */
const BESIDE = '~others';
/** Key suffix: data that could not be read, perhaps from another version of the dashboard. */
const ASIDE = '~unread';
/** Older ones are from tabs that closed long ago. */
const MAX_BESIDE = 5;

/** The text that this tab last read or wrote, by key; any other stored text is another tab's. */
const known = new Map<string, string | undefined>();

/**
 * Lets tabs with tokens of different users take turns in storing drafts of a connection. Returns whether those stored
 * now are this tab's user's, which they become unless `isPassive`.
 */
export const draftTurn = { take: (_connectionKey: string, _isPassive?: boolean): boolean => true };

/** The drafts under one storage key, without debouncing: the newest text, and those of other tabs beside it. */
function draftHistory(key: string, connectionKey: string) {
  const beside = key + BESIDE;
  const read = () => {
    draftTurn.take(connectionKey);
    return readStoredText('local', key);
  };
  const put = (text: string | undefined) => {
    draftTurn.take(connectionKey);
    const isKept = writeStoredText('local', key, text);
    if (isKept) known.set(key, text);
    return isKept;
  };
  const readBeside = () => {
    const kept = readStored('local', beside);
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
  };
  const changeBeside = (leave: readonly unknown[], added?: string) => {
    const before = readBeside();
    const texts = before.filter((text) => !leave.includes(text) && text !== added);
    if (added !== undefined) texts.push(added);
    if (texts.join() === before.join()) return;
    writeStored('local', beside, texts.length > 0 ? texts.slice(-MAX_BESIDE) : undefined);
  };
  const isStored = (sent: string) => {
    const kept = parseJson(read() ?? '');
    return typeof kept === 'string' && kept.trim() === sent.trim();
  };
  const others = () => {
    const own = known.get(key);
    const now = read();
    const texts = readBeside().filter((text) => text !== own && text !== now);
    return (now === undefined || now === own ? texts : [...texts, now]).reverse();
  };
  return {
    keys: [key, beside],
    /** The stored draft, if it has the shape asked for; anything else is moved aside and ignored. */
    read: <Shape>(isOfShape: (value: unknown) => value is Shape) => {
      writeNow.get(key)?.();
      const text = read();
      known.set(key, text);
      const value = parseJson(text ?? '');
      if (isOfShape(value)) return value;
      if (text !== undefined) writeStoredText('local', key + ASIDE, text);
      return undefined;
    },
    /** Stores or removes (undefined) a value beside those of other tabs. Returns whether that worked. */
    write: (value: unknown) => {
      const next = value === undefined ? undefined : JSON.stringify(value);
      const now = read();
      const isOthers = now !== undefined && now !== known.get(key) && now !== next;
      changeBeside([known.get(key), next], isOthers && next !== undefined ? now : undefined);
      return (isOthers && next === undefined) || put(next);
    },
    /** Whether this tab has a stored draft. */
    isHeld: () => known.get(key) !== undefined,
    forget: (sent?: string) => {
      const now = read();
      const isSent = sent !== undefined && isStored(sent);
      changeBeside([known.get(key)]);
      if (isSent || now === known.get(key)) put(undefined);
    },
    /** Removes the stored draft if it is the text that was sent, and nothing else. */
    forgetSent: (sent: string) => {
      if (isStored(sent)) put(undefined);
    },
    /** Saves this tab's draft beside the stored one if another tab has overwritten it. */
    keepOwn: () => {
      const [own, now] = [known.get(key), read()];
      if (own !== undefined && now !== undefined && now !== own) changeBeside([], own);
    },
    /** Other tabs' drafts that differ from this tab's, newest first. */
    readOthers: () => others().map(parseJson),
    /** Swaps the newest of them with this tab's draft. */
    swapOther: () => {
      const [theirs] = others();
      changeBeside([theirs], known.get(key));
      put(theirs);
    },
    dropOther: () => {
      changeBeside([others()[0]]);
      put(known.get(key));
    },
    /** Replaces all drafts with one value. */
    mergeOthers: (value: unknown) => {
      if (put(JSON.stringify(value))) changeBeside(readBeside());
    },
  };
}
