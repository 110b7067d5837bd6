/** A decision that the person took, and what they were told became of it; `gone` is the page that would have told. */
export interface Taken {
  kind: 'approve' | 'reject';
  comment: string;
  tab: number;
  told: 'nothing' | 'gone' | 'undone' | 'done' | 'failed' | 'unknown';
}

/** What was typed for one purpose and not acknowledged. */
export interface Typed {
  /** By tab: the newest text of a page that is there, when it was typed, and what the page found when it began. */
  inTabs: Map<number, { text: string; atMs: number; found: string }>;
  /** Texts of pages that are gone. */
  left: Set<string>;
}

/** What the person knows of one draft. */
export interface KnownDraft {
  id: string;
  roomId: string;
  version: number;
  taken: Taken[];
  typed: Typed;
  /** What a colleague has made of it, as the service told them. */
  colleague: string | undefined;
}

/** What the person knows of the keyword: its title as it was acknowledged last, and those sent since. */
export interface KnownKeyword {
  id: string;
  acknowledged: string;
  sent: Set<string>;
  typed: Typed;
}

export interface StoredDraft {
  status: string;
  comment: string | null;
  version: number;
  /** Messages in its room, which had none. */
  messages: number;
}

const KEPT_AFTER_MS = 500;

export const nothingTyped = (): Typed => ({ inTabs: new Map(), left: new Set() });

export function type({ inTabs, left }: Typed, tab: number, text: string, found: string, atMs: number): void {
  // Whoever goes on with a text that was there has taken it over.
  left.delete(found);
  inTabs.set(tab, { text, atMs, found });
}

/** The page of a tab is gone; without a word to it, the last half second is gone as well. */
export function leavePage({ inTabs, left }: Typed, tab: number, atMs: number, isCrash: boolean): void {
  const typed = inTabs.get(tab);
  inTabs.delete(tab);
  const isLost = isCrash && typed !== undefined && atMs - typed.atMs < KEPT_AFTER_MS;
  const isTakenOver = inTabs.values().some(({ found }) => found === typed?.text);
  if (typed && !isLost && !isTakenOver) left.add(typed.text);
}

/** A text has done its work, wherever it was typed. */
export function release({ inTabs, left }: Typed, text: string): void {
  left.delete(text);
  for (const [tab, typed] of inTabs) if (typed.text === text) inTabs.delete(tab);
}

/** Texts that have to be in the storage. */
export const owed = ({ inTabs, left }: Typed): string[] => [...inTabs.values().map(({ text }) => text), ...left];

const statusOf = (kind: Taken['kind']) => (kind === 'approve' ? 'approved' : 'rejected');

/** How what the service has differs from what the person was told; nothing where it does not. */
export function differences({ taken, colleague, version }: KnownDraft, stored: StoredDraft): string[] {
  const made = taken.filter(({ told }) => told === 'done' || told === 'gone' || told === 'unknown');
  const isOpen = stored.status === 'in_review';
  const isAsMade = ({ kind, comment }: Taken) =>
    statusOf(kind) === stored.status && (kind === 'approve' || comment === stored.comment);
  const rules: [string, boolean][] = [
    ['nothing was told of a decision', taken.every(({ told }) => told !== 'nothing')],
    ['what was told as done is not', taken.every((each) => each.told !== 'done' || isAsMade(each))],
    ['a decision whose page is gone is lost', taken.every(({ told }) => told !== 'gone' || !isOpen)],
    ['nobody decided it so', isOpen || colleague === stored.status || made.some(isAsMade)],
    ['it was written more than once', stored.version - version === (isOpen ? 0 : 1)],
    ['the visitor got another number of messages', stored.messages === (stored.status === 'approved' ? 1 : 0)],
  ];
  const broken = rules.filter(([, holds]) => !holds).map(([rule]) => rule);
  return broken.map((rule) => `${rule}: ${JSON.stringify({ taken, colleague, stored })}`);
}
