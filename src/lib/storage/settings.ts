import { asRecord } from '#src/lib/json.ts';
import { combineCleanups } from '#src/lib/listen.ts';
import { createStore } from '#src/lib/store.ts';
import { onStorageChange, readStored, writeStored } from './local-storage.ts';

/** The user's settings in this browser, shared by all connections. */
export type Settings = ReturnType<typeof readSettings>;

export const POLL_SECONDS = { least: 5, most: 60 } as const;
export const WAIT_MINUTES = { least: 1, most: 1440 } as const;
export const UNDO_SECONDS = { least: 0, most: 30 } as const;
export const REJECT_REASONS = { most: 9, longest: 200 } as const;

export const defaultSettings = readSettings(undefined);

const KEY = 'countersign.settings';

export const settings = createStore<Settings>(readSettings(readStored('local', KEY)));

/** Changes and stores some settings. Values out of range are ignored. */
export function updateSettings(patch: Partial<Settings>): void {
  const next = readSettings({ ...settings.get(), ...patch }, settings.get());
  writeStored('local', KEY, next);
  settings.set(next);
}

/** Applies theme, density and sidebar width, now and on changes in any tab. Returns an unsubscribe function. */
export function applySettings(): () => void {
  const apply = () => {
    const { theme, density, isSidebarCollapsed } = settings.get();
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.density = density;
    root.toggleAttribute('data-collapsed', isSidebarCollapsed);
  };
  apply();
  const follow = () => settings.set(readSettings(readStored('local', KEY)));
  return combineCleanups(onStorageChange([KEY], follow), settings.subscribe(apply));
}

/** Parses settings; each invalid member falls back to that of `instead`, else a default. */
export function readSettings(raw: unknown, instead?: unknown) {
  const sources = [asRecord(raw), asRecord(instead)];
  const read = <Value>(name: string, isValid: (value: unknown) => value is Value, otherwise: Value): Value =>
    sources.map((source) => source?.[name]).find(isValid) ?? otherwise;
  return {
    theme: read('theme', oneOf('system', 'light', 'dark'), 'system'),
    density: read('density', oneOf('comfortable', 'compact'), 'comfortable'),
    /** Whether the sidebar shows icons only. */
    isSidebarCollapsed: read('isSidebarCollapsed', isYesNo, false),
    /** `browser`: the first of the browser's languages that is supported. */
    language: read('language', oneOf('browser', 'en', 'ja', 'ar'), 'browser'),
    /** Whether single-key shortcuts are on (WCAG 2.1.4 requires that they can be turned off). */
    shortcuts: read('shortcuts', isYesNo, true),
    /** Polling interval of waiting rooms and drafts, in seconds. */
    pollSeconds: Math.round(read('pollSeconds', within(POLL_SECONDS), 10)),
    /** Minutes of waiting after which a room is late, and very late. */
    warnAfterMinutes: Math.round(read('warnAfterMinutes', within(WAIT_MINUTES), 5)),
    alarmAfterMinutes: Math.round(read('alarmAfterMinutes', within(WAIT_MINUTES), 15)),
    /** Whether and how this browser alerts when a room starts to wait. */
    alertsArmed: read('alertsArmed', isYesNo, false),
    alertSound: read('alertSound', isYesNo, true),
    alertNotification: read('alertNotification', isYesNo, true),
    /** Undo period before a decision is sent, in seconds. */
    undoSeconds: Math.round(read('undoSeconds', within(UNDO_SECONDS), 6)),
    /** Preset rejection reasons, in the order of their number keys; undefined for the defaults. */
    rejectReasons: sources.map((source) => readReasons(source?.rejectReasons)).find((reasons) => reasons !== undefined),
  };
}

function oneOf<Word extends string>(...words: readonly Word[]) {
  return (value: unknown): value is Word => words.some((word) => word === value);
}

function isYesNo(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function within({ least, most }: { least: number; most: number }) {
  return (value: unknown): value is number => typeof value === 'number' && value >= least && value <= most;
}

function readReasons(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((reason) => typeof reason === 'string').map((reason) => reason.trim());
  return texts
    .filter(Boolean)
    .map((reason) => reason.slice(0, REJECT_REASONS.longest))
    .slice(0, REJECT_REASONS.most);
}
