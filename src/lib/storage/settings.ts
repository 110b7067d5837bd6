import { asRecord } from '#src/lib/json.ts';
import { combineCleanups } from '#src/lib/listen.ts';
import { createStore } from '#src/lib/store.ts';
import { onStorageChange, readStored, writeStored } from './local-storage.ts';

/** The user's settings in this browser, shared by all connections. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** Whether the sidebar shows icons only. */
  isSidebarCollapsed: boolean;
  /** `browser`: the first of the browser's languages that is supported. */
  language: 'browser' | 'en' | 'ja' | 'ar';
  /** Whether single-key shortcuts are on (WCAG 2.1.4 requires that they can be turned off). */
  shortcuts: boolean;
  /** Polling interval of waiting rooms and drafts, in seconds. */
  pollSeconds: number;
  /** Minutes of waiting after which a room is late, and very late. */
  warnAfterMinutes: number;
  alarmAfterMinutes: number;
  /** Whether and how this browser alerts when a room starts to wait. */
  alertsArmed: boolean;
  alertSound: boolean;
  alertNotification: boolean;
  /** Undo period before a decision is sent, in seconds. */
  undoSeconds: number;
  /** Preset rejection reasons, in the order of their number keys; undefined for the defaults. */
  rejectReasons: readonly string[] | undefined;
}

export const POLL_SECONDS = { least: 5, most: 60 } as const;
export const WAIT_MINUTES = { least: 1, most: 1440 } as const;
export const UNDO_SECONDS = { least: 0, most: 30 } as const;
export const REJECT_REASONS = { most: 9, longest: 200 } as const;

export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  isSidebarCollapsed: false,
  language: 'browser',
  shortcuts: true,
  pollSeconds: 10,
  warnAfterMinutes: 5,
  alarmAfterMinutes: 15,
  alertsArmed: false,
  alertSound: true,
  alertNotification: true,
  undoSeconds: 6,
  rejectReasons: undefined,
};

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

/** Parses settings; each invalid member falls back to that of `instead`. */
export function readSettings(raw: unknown, instead: Settings = defaultSettings): Settings {
  const stored = asRecord(raw) ?? {};
  return {
    theme: oneOf(stored.theme, ['system', 'light', 'dark'], instead.theme),
    density: oneOf(stored.density, ['comfortable', 'compact'], instead.density),
    isSidebarCollapsed: yesOrNo(stored.isSidebarCollapsed, instead.isSidebarCollapsed),
    language: oneOf(stored.language, ['browser', 'en', 'ja', 'ar'], instead.language),
    shortcuts: yesOrNo(stored.shortcuts, instead.shortcuts),
    pollSeconds: within(stored.pollSeconds, POLL_SECONDS, instead.pollSeconds),
    warnAfterMinutes: within(stored.warnAfterMinutes, WAIT_MINUTES, instead.warnAfterMinutes),
    alarmAfterMinutes: within(stored.alarmAfterMinutes, WAIT_MINUTES, instead.alarmAfterMinutes),
    alertsArmed: yesOrNo(stored.alertsArmed, instead.alertsArmed),
    alertSound: yesOrNo(stored.alertSound, instead.alertSound),
    alertNotification: yesOrNo(stored.alertNotification, instead.alertNotification),
    undoSeconds: within(stored.undoSeconds, UNDO_SECONDS, instead.undoSeconds),
    rejectReasons: readReasons(stored.rejectReasons) ?? instead.rejectReasons,
  };
}

function oneOf<Word extends string>(value: unknown, words: readonly Word[], instead: Word): Word {
  return words.find((word) => word === value) ?? instead;
}

function yesOrNo(value: unknown, instead: boolean): boolean {
  return typeof value === 'boolean' ? value : instead;
}

function within(value: unknown, range: { least: number; most: number }, instead: number): number {
  const isInRange = typeof value === 'number' && value >= range.least && value <= range.most;
  return isInRange ? Math.round(value) : instead;
}

function readReasons(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((reason) => typeof reason === 'string').map((reason) => reason.trim());
  return texts
    .filter(Boolean)
    .map((reason) => reason.slice(0, REJECT_REASONS.longest))
    .slice(0, REJECT_REASONS.most);
}
