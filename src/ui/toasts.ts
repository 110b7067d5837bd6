import { createStore } from '#src/lib/store.ts';
import { announce } from './announcer.tsx';

export type ToastTone = 'plain' | 'good' | 'warn' | 'bad';

export interface Toast {
  /** Showing another toast with the same id replaces it in its place. */
  id: string;
  text: string;
  tone?: ToastTone;
  /** A second line, such as the service's own words. */
  detail?: string;
  action?: { label: string; shortcut?: string; onAct: () => void };
  /** Milliseconds since 1970 at which something happens by itself; the seconds left are shown. */
  until?: number;
  /** Milliseconds until it goes; `Infinity` for one that its owner dismisses. A bad one stays until dismissed. */
  lasts?: number;
}

const usualDuration = 6_000;

export const toasts = createStore<readonly Toast[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let held = false;
let nextId = 1;

/** Shows an outcome in the corner and has it announced. Gives the id, for `dismissToast`. */
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
  toasts.set(toasts.get().filter((one) => one.id !== id));
  // Nobody can point at what is gone, and its leaving tells no pointer event.
  if (toasts.get().length === 0) held = false;
}

/** While somebody points at a toast or is in it, none goes away (WCAG 2.2.1); afterwards their time starts anew. */
export function holdToasts(hold: boolean): void {
  if (hold === held) return;
  held = hold;
  for (const toast of toasts.get()) hold ? stopTimer(toast.id) : startTimer(toast);
}

function startTimer({ id, tone, lasts = tone === 'bad' ? Number.POSITIVE_INFINITY : usualDuration }: Toast) {
  stopTimer(id);
  if (held || lasts === Number.POSITIVE_INFINITY) return;
  timers.set(
    id,
    setTimeout(() => dismissToast(id), lasts),
  );
}

function stopTimer(id: string) {
  clearTimeout(timers.get(id));
  timers.delete(id);
}
