import { pageBase } from '#src/lib/place.ts';

let shown: Notification | undefined;

/** Shows a notification of the system in place of the one before; nothing where the person or the browser forbids it. */
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
    // Phones have notifications only for installed applications, and throw.
  }
}

export function closeNotification(): void {
  shown?.close();
  shown = undefined;
}
