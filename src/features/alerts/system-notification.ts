import { pageBase } from '#src/lib/place.ts';

let shown: Notification | undefined;

/** Shows a system notification, replacing the previous one. No-op if the user or the browser denies it. */
export function notifySystem(options: { title: string; body: string; tag: string; onOpen: () => void }): void {
  const { title, body, tag, onOpen } = options;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    closeNotification();
    shown = new Notification(title, { body, tag, icon: `${pageBase}icon.svg`, silent: true });
    shown.onclick = () => {
      window.focus();
      closeNotification();
      onOpen();
    };
  } catch {
    // Mobile browsers throw: they support notifications only through a service worker.
  }
}

export function closeNotification(): void {
  shown?.close();
  shown = undefined;
}
