import { after } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';

export interface Toast {
  /** A toast with the same id is replaced in place. */
  id: string;
  text: string;
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  /** A second line, such as the service's own words. */
  detail?: string;
  /** Hidden while `isOffered` returns false. */
  action?: { label: string; onAct: () => void; isOffered?: () => boolean };
  /** When something happens automatically, in ms since 1970; shown as a countdown. */
  until?: number;
  /** Milliseconds until it disappears; `Infinity` for one that its owner dismisses. A bad one stays until dismissed. */
  lasts?: number;
}

const usualDuration = 6_000;

export const toasts = createStore<readonly Toast[]>([]);
/** Functions that cancel the timeout of a toast, by its id. */
const timers = new Map<string, () => void>();
let held = false;
let nextId = 1;

/** Shows and announces a toast. Returns the id for `dismissToast`. */
export function showToast(toast: Omit<Toast, 'id'> & { id?: string }): string {
  const shown: Toast = { ...toast, id: toast.id ?? `toast-${nextId++}` };
  const all = toasts.get();
  const isKnown = all.some((one) => one.id === shown.id);
  toasts.set(isKnown ? all.map((one) => (one.id === shown.id ? shown : one)) : [...all, shown]);
  announce([shown.text, shown.detail].filter(Boolean).join(' '), { urgent: shown.tone === 'bad' });
  startTimer(shown);
  return shown.id;
}

export function dismissToast(id: string): void {
  stopTimer(id);
  const all = toasts.get();
  const rest = all.filter((one) => one.id !== id);
  if (rest.length === all.length) return;
  toasts.set(rest);
  // The last toast is gone, and removing it fires no `pointerleave`.
  if (rest.length === 0) held = false;
}

/** While the pointer or the focus is on a toast, none times out (WCAG 2.2.1); afterwards all timers restart. */
export function pauseToastTimers(hold: boolean): void {
  if (hold === held) return;
  held = hold;
  for (const toast of toasts.get()) hold ? stopTimer(toast.id) : startTimer(toast);
}

function startTimer({ id, tone, lasts = tone === 'bad' ? Number.POSITIVE_INFINITY : usualDuration }: Toast) {
  stopTimer(id);
  if (held || lasts === Number.POSITIVE_INFINITY) return;
  const cancel = after(lasts, () => dismissToast(id));
  timers.set(id, cancel);
}

function stopTimer(id: string) {
  timers.get(id)?.();
  timers.delete(id);
}
