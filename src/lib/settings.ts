import { followStored } from './follow-stored.ts';
import { asRecord } from './json.ts';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/** How this person has the dashboard in this browser, whichever tenant is open. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** `browser`: the first of the browser's languages that the dashboard speaks. */
  language: 'browser' | 'en' | 'ja' | 'ar';
  /** Whether single keys act (WCAG 2.1.4 asks that they can be turned off). */
  shortcuts: boolean;
  /** How often what waits is read again, in seconds. */
  pollSeconds: number;
  /** Minutes of waiting from which a room is late, and from which it is far too late. */
  warnAfterMinutes: number;
  alarmAfterMinutes: number;
  /** Whether this browser tells that a room has begun to wait, and how. */
  alertsArmed: boolean;
  alertSound: boolean;
  alertNotification: boolean;
  /** How long a decision can be undone before it is sent, in seconds. */
  undoSeconds: number;
  /** Reasons offered when rejecting, in the order of their number keys; undefined for those that everybody has. */
  rejectReasons: readonly string[] | undefined;
}

export const POLL_SECONDS = { least: 5, most: 60 } as const;
export const WAIT_MINUTES = { least: 1, most: 1440 } as const;
export const UNDO_SECONDS = { least: 0, most: 30 } as const;
export const REJECT_REASONS = { most: 9, longest: 200 } as const;

export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
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

/** Changes some settings, for this page and the next visits. What is out of range keeps its value. */
export function updateSettings(patch: Partial<Settings>): void {
  const next = readSettings({ ...settings.get(), ...patch }, settings.get());
  writeStored('local', KEY, next);
  settings.set(next);
}

/** Puts theme and density onto the page, now and with each change, also of another tab; returns how to stop that. */
export function applySettings(): () => void {
  const apply = () => {
    const { theme, density } = settings.get();
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.density = density;
  };
  apply();
  const stopFollowing = followStored([KEY], () => settings.set(readSettings(readStored('local', KEY))));
  const unsubscribe = settings.subscribe(apply);
  return () => {
    stopFollowing();
    unsubscribe();
  };
}

/** Settings of any value: each name that does not hold what it should takes the value of `instead`. */
export function readSettings(raw: unknown, instead: Settings = defaultSettings): Settings {
  const stored = asRecord(raw) ?? {};
  return {
    theme: oneOf(stored.theme, ['system', 'light', 'dark'], instead.theme),
    density: oneOf(stored.density, ['comfortable', 'compact'], instead.density),
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
