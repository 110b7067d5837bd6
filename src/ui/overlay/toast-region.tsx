import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, useRef } from 'react';
import { useStore } from '#src/lib/store.ts';
import { Announcer } from '#src/ui/feedback/announcer.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { pauseToastTimers, toasts } from './toasts.ts';

/** Loaded after the first screen, which has no toasts. */
export const ToastCard = lazyComponent(async () => (await import('./toast-card.tsx')).ToastCard);

/** The toast area: one in the page, and one in each modal dialog, as the page behind it is inert. */
export function ToastRegion() {
  const { t } = useLingui();
  const all = useStore(toasts);
  const cameFrom = useRef<EventTarget | null>(null);
  const enter = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
    pauseToastTimers(true);
  };
  const giveFocusBack = () => {
    const before = cameFrom.current;
    const isThere = before instanceof HTMLElement && before.isConnected;
    (isThere ? before : document.querySelector('main'))?.focus();
  };
  return (
    <>
      <Announcer />
      {all.length > 0 && (
        <section
          aria-label={t`Notifications`}
          className="pointer-events-none fixed inset-x-4 bottom-16 z-30 max-md:[:has(.thumb-bar)_&]:bottom-34 flex flex-col items-end gap-2"
          onPointerEnter={() => pauseToastTimers(true)}
          onPointerLeave={() => pauseToastTimers(false)}
          onFocus={enter}
          onBlur={() => pauseToastTimers(false)}
        >
          {all.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onFocusLost={giveFocusBack} />
          ))}
        </section>
      )}
    </>
  );
}
