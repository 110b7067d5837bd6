import { parseJson } from '#src/lib/json.ts';
import { readStored, readStoredText, writeStored, writeStoredText } from '#src/lib/stored.ts';

/** Behind the key: what other tabs had typed under the same name when one wrote, oldest first. */
const BESIDE = '~others';
/** Behind the key: what lay there and could not be read, as another version of this program may have left it. */
const ASIDE = '~unread';
/** More are those of tabs that are long gone. */
const MOST_BESIDE = 5;

/** What this tab has last read or written, by key: whatever else lies there is of another tab. */
const known = new Map<string, string | undefined>();

/** What lies under one key of the storage, where several tabs may type at once: the newest text, and the others. */
export interface TypedVersions {
  /** Names under which something may lie. */
  keys: readonly string[];
  /** What lies there, if it is of the shape that is asked for; what is not is kept aside, and counts as nothing. */
  read: <Shape>(isOfShape: (value: unknown) => value is Shape) => Shape | undefined;
  /** Puts a value there, or nothing; what another tab has put there meanwhile is kept beside it. Says whether it worked. */
  write: (value: unknown) => boolean;
  /** Whether this tab has anything there. */
  isHeld: () => boolean;
  /** Drops what this tab has put there, or what lies there if it is the text that was sent. */
  forget: (sent?: string) => void;
  /** Keeps this tab's beside what another tab has put in its place. */
  keepOwn: () => void;
  /** What other tabs have put there, as it differs from this tab's, newest first. */
  readOthers: () => unknown[];
  /** Puts the newest of those into the place of this tab's, and the other way round. */
  swapOther: () => void;
  dropOther: () => void;
  /** Puts one value there in the place of all. */
  mergeOthers: (value: unknown) => void;
}

export function typedVersions(key: string): TypedVersions {
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
