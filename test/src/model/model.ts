/** A decision by the user and its reported outcome; `gone`: the page that would have reported it is closed. */
export interface Taken {
  kind: 'approve' | 'reject';
  comment: string;
  tab: number;
  told: 'nothing' | 'gone' | 'undone' | 'done' | 'failed' | 'unknown';
}

/** Unacknowledged drafts of one form. */
export interface Typed {
  /** By tab, for open pages: the latest text, when it was typed, and the draft the form was opened with. */
  inTabs: Map<number, { text: string; atMs: number; found: string }>;
  /** Drafts of closed pages. */
  left: Set<string>;
}

/** What the user knows about a draft. */
export interface KnownDraft {
  id: string;
  roomId: string;
  version: number;
  taken: Taken[];
  typed: Typed;
  /** A colleague's decision, as acknowledged by the service. */
  colleague: string | undefined;
}

/** What the user knows about the keyword: its last acknowledged title, and the titles sent since. */
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
  /** Messages in the room, which was empty at first. */
  messages: number;
}

const KEPT_AFTER_MS = 500;

export const nothingTyped = (): Typed => ({ inTabs: new Map(), left: new Set() });

export function type({ inTabs, left }: Typed, tab: number, text: string, found: string, atMs: number): void {
  // Editing a found draft claims it.
  left.delete(found);
  inTabs.set(tab, { text, atMs, found });
}

/** The page of a tab is closed; a crash also loses the last half second of typing. */
export function leavePage({ inTabs, left }: Typed, tab: number, atMs: number, isCrash: boolean): void {
  const typed = inTabs.get(tab);
  inTabs.delete(tab);
  const isLost = isCrash && typed !== undefined && atMs - typed.atMs < KEPT_AFTER_MS;
  const isTakenOver = inTabs.values().some(({ found }) => found === typed?.text);
  if (typed && !isLost && !isTakenOver) left.add(typed.text);
}

/** Records that a text has been submitted, from any tab. */
export function release({ inTabs, left }: Typed, text: string): void {
  left.delete(text);
  for (const [tab, typed] of inTabs) if (typed.text === text) inTabs.delete(tab);
}

/** Drafts that must be in storage. */
export const owed = ({ inTabs, left }: Typed): string[] => [...inTabs.values().map(({ text }) => text), ...left];

const statusOf = (kind: Taken['kind']) => (kind === 'approve' ? 'approved' : 'rejected');

/** Contradictions between the service's state and what the user was told; empty if consistent. */
export function differences({ taken, colleague, version }: KnownDraft, stored: StoredDraft): string[] {
  const made = taken.filter(({ told }) => told === 'done' || told === 'gone' || told === 'unknown');
  const isOpen = stored.status === 'in_review';
  const isAsMade = ({ kind, comment }: Taken) =>
    statusOf(kind) === stored.status && (kind === 'approve' || comment === stored.comment);
  const rules: [string, boolean][] = [
    ['a decision was not reported', taken.every(({ told }) => told !== 'nothing')],
    ['a decision was reported as done but is not', taken.every((each) => each.told !== 'done' || isAsMade(each))],
    ['a decision whose page is gone is lost', taken.every(({ told }) => told !== 'gone' || !isOpen)],
    ['no one made this decision', isOpen || colleague === stored.status || made.some(isAsMade)],
    ['it was written more than once', stored.version - version === (isOpen ? 0 : 1)],
    ['the visitor got a wrong number of messages', stored.messages === (stored.status === 'approved' ? 1 : 0)],
  ];
  const broken = rules.filter(([, holds]) => !holds).map(([rule]) => rule);
  return broken.map((rule) => `${rule}: ${JSON.stringify({ taken, colleague, stored })}`);
}
