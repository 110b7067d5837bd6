import { asArray, asRecord, isText, parseJson } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStoredText, writeStoredText } from './local-storage.ts';

/** An action taken in this browser, with its outcome. */
export interface RecentAction {
  id: string;
  /** What was done, such as “Deleted “refund””. */
  text: string;
  /** When it was settled, in ms since 1970. */
  at: number;
  state: 'sent' | 'failed' | 'undone' | 'reopened';
  /** Path of the page or record that it acted on. */
  path?: string | undefined;
  /** Why it failed, or which part failed. */
  detail?: string | undefined;
  /** Ids of records whose change the service may be able to revert. */
  reversible?: readonly string[] | undefined;
}

const MAX_STORED = 100;
const KEY = 'countersign.recent.';

/** Increases with each change made here. */
export const recentChanges = createStore(0);

/** Storage key of a user's actions. `userId` is empty if the service does not identify its users. */
export const recentKey = (connectionKey: string, userId = ''): string => `${KEY}${userId} ${connectionKey}`;

/** Texts that could not be stored, by storage key. Lost when the page closes. */
const unstored = new Map<string, string>();

/** The stored actions as text, for comparison. */
export const readRecentText = (key: string): string => unstored.get(key) ?? readStoredText('local', key) ?? '';

/** Parses the actions, newest first; unreadable ones are left out. */
export const parseRecent = (text: string): RecentAction[] => asArray(parseJson(text)).filter(isRecent);

/** Adds an action or replaces the one with the same id. Keeps the newest hundred. */
export function noteRecent(key: string, action: RecentAction): void {
  const others = parseRecent(readRecentText(key)).filter(({ id }) => id !== action.id);
  const text = JSON.stringify([action, ...others].slice(0, MAX_STORED));
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
