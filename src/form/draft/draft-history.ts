import { parseJson } from '#src/lib/json.ts';
import { readStored, readStoredText, writeStored, writeStoredText } from '#src/lib/storage/local-storage.ts';

/** Key suffix: other tabs' drafts under the same name, saved when this tab wrote over them, oldest first. */
const BESIDE = '~others';
/** Key suffix: data that could not be read, perhaps from another version of the dashboard. */
const ASIDE = '~unread';
/** Any more are from tabs long closed. */
const MOST_BESIDE = 5;

/** The text that this tab last read or wrote, by key; any other stored text is another tab's. */
const known = new Map<string, string | undefined>();

/** Drafts under one storage key, which several tabs may edit at once: the newest text, and the others. */
export interface DraftHistory {
  /** Storage keys that may be in use. */
  keys: readonly string[];
  /** The stored draft, if it has the shape asked for; anything else is moved aside and ignored. */
  read: <Shape>(isOfShape: (value: unknown) => value is Shape) => Shape | undefined;
  /**
   * Stores a value, or removes it if undefined; what another tab has stored since is kept beside it. Returns whether
   * that worked.
   */
  write: (value: unknown) => boolean;
  /** Whether this tab has a stored draft. */
  isHeld: () => boolean;
  /** Removes this tab's draft, or the stored one if it is the text that was sent. */
  forget: (sent?: string) => void;
  /** Keeps this tab's draft beside the one that another tab has stored over it. */
  keepOwn: () => void;
  /** Other tabs' drafts that differ from this tab's, newest first. */
  readOthers: () => unknown[];
  /** Swaps the newest of those with this tab's draft. */
  swapOther: () => void;
  dropOther: () => void;
  /** Replaces all drafts with one value. */
  mergeOthers: (value: unknown) => void;
}

export function draftHistory(key: string): DraftHistory {
  const beside = key + BESIDE;
  const read = () => readStoredText('local', key);
  const put = (text: string | undefined) => {
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
    writeStored('local', beside, texts.length > 0 ? texts.slice(-MOST_BESIDE) : undefined);
  };
  const others = () => {
    const own = known.get(key);
    const now = read();
    const texts = readBeside().filter((text) => text !== own && text !== now);
    return (now === undefined || now === own ? texts : [...texts, now]).reverse();
  };
  return {
    keys: [key, beside],
    read: (isOfShape) => {
      const text = read();
      known.set(key, text);
      const value = parseJson(text ?? '');
      if (isOfShape(value)) return value;
      if (text !== undefined) writeStoredText('local', key + ASIDE, text);
      return undefined;
    },
    write: (value) => {
      const next = value === undefined ? undefined : JSON.stringify(value);
      const now = read();
      const isOthers = now !== undefined && now !== known.get(key) && now !== next;
      changeBeside([known.get(key), next], isOthers && next !== undefined ? now : undefined);
      return (isOthers && next === undefined) || put(next);
    },
    isHeld: () => known.get(key) !== undefined,
    forget: (sent) => {
      const now = read();
      const kept = parseJson(now ?? '');
      const isSent = sent !== undefined && typeof kept === 'string' && kept.trim() === sent.trim();
      changeBeside([known.get(key)]);
      if (isSent || now === known.get(key)) put(undefined);
    },
    keepOwn: () => {
      const [own, now] = [known.get(key), read()];
      if (own !== undefined && now !== undefined && now !== own) changeBeside([], own);
    },
    readOthers: () => others().map(parseJson),
    swapOther: () => {
      const [theirs] = others();
      changeBeside([theirs], known.get(key));
      put(theirs);
    },
    dropOther: () => {
      changeBeside([others()[0]]);
      put(known.get(key));
    },
    mergeOthers: (value) => {
      if (put(JSON.stringify(value))) changeBeside(readBeside());
    },
  };
}
