import { asRecord, isText, parseJson } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStoredText, writeStoredText } from './local-storage.ts';

/** What has become of an action that was taken in this browser. */
export interface RecentAction {
  id: string;
  /** What was done, such as “Deleted “refund””. */
  text: string;
  /** When it was settled, in ms since 1970. */
  at: number;
  state: 'sent' | 'failed' | 'undone' | 'reopened';
  /** Path of what it was done to. */
  path?: string | undefined;
  /** Why it failed, or what of it did. */
  detail?: string | undefined;
  /** Records whose change can perhaps be reverted at the service. */
  reversible?: readonly string[] | undefined;
}

const MOST = 100;
const KEY = 'countersign.recent.';

/** Increases with each change made here. */
export const recentChanges = createStore(0);

/** Storage key of a person's actions; empty for a user that the service does not name. */
export const recentKey = (connectionKey: string, person = ''): string => `${KEY}${person} ${connectionKey}`;

/** What could not be stored, by key. */
const unstored = new Map<string, string>();

/** The stored actions as text, for comparison. */
export const readRecentText = (key: string): string => unstored.get(key) ?? readStoredText('local', key) ?? '';

/** Parses the actions, newest first; unreadable ones are left out. */
export function parseRecent(text: string): RecentAction[] {
  const stored = parseJson(text);
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Adds an action, or replaces the one with the same id; the oldest of more than a hundred are forgotten. */
export function noteRecent(key: string, action: RecentAction): void {
  const others = parseRecent(readRecentText(key)).filter(({ id }) => id !== action.id);
  const text = JSON.stringify([action, ...others].slice(0, MOST));
  if (writeStoredText('local', key, text)) unstored.delete(key);
  else unstored.set(key, text);
  recentChanges.set(recentChanges.get() + 1);
}

export function forgetRecent(key: string): void {
  unstored.delete(key);
  writeStoredText('local', key, undefined);
  recentChanges.set(recentChanges.get() + 1);
}

const STATES: readonly unknown[] = ['sent', 'failed', 'undone', 'reopened'];

/** Storage may hold data from another version of the dashboard. */
function isRecent(value: unknown): value is RecentAction {
  const { id, text, at, state, path, detail, reversible = [] } = asRecord(value) ?? {};
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    typeof at === 'number' &&
    STATES.includes(state) &&
    (path === undefined || typeof path === 'string') &&
    (detail === undefined || typeof detail === 'string') &&
    Array.isArray(reversible) &&
    reversible.every(isText)
  );
}
