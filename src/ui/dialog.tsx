import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { ToastRegion } from './toast-region.tsx';

export interface DialogProps {
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Asked for by Escape or the cross; the owner decides, and takes the dialog out of the page. */
  onClose: () => void;
  width?: 'narrow' | 'form' | 'wide';
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog';
  className?: string;
  children: ReactNode;
}

const widths = { narrow: 'max-w-dialog', form: 'max-w-form', wide: 'max-w-wide' };

/**
 * A modal dialog, open for as long as it is in the page. It is the platform's own: focus stays within, goes first to
 * the field with `autoFocus` or else the first control, and afterwards back to where it came from.
 */
export function Dialog({ title, description, onClose, width = 'narrow', role, className, children }: DialogProps) {
  const { t } = useLingui();
  const id = useId();

  return (
    <dialog
      role={role}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        // A file field inside has a "cancel" of its own, which bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers let a second Escape through unasked. What is still in the page must then be shown again.
        if (event.currentTarget.open) return;
        event.currentTarget.showModal();
        onClose();
      }}
      className={classNames(
        'floating m-auto mt-[10vh] max-h-[80vh] low:mt-0 low:max-h-full low:overflow-y-auto w-[calc(100vw-2rem)] flex-col overflow-hidden p-0 outline-none open:flex',
        widths[width],
        className,
      )}
    >
      <DialogHeader>
        <h2 id={`${id}-title`} className="font-semibold text-lg">
          {title}
        </h2>
        {description && (
          <p id={`${id}-description`} className="text-muted">
            {description}
          </p>
        )}
      </DialogHeader>
      <div className="ring-inside min-h-0 overflow-y-auto has-[footer]:scroll-pb-16 max-sm:has-[footer]:scroll-pb-40 low:min-h-fit low:overflow-visible">
        {children}
      </div>
      {/* Last in the page, though at the top to the eye: the first control to get the focus should be the content's. */}
      <div className="absolute end-2 top-2.5">
        <IconButton label={t`Close`} shortcut="Escape" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <ToastRegion />
    </dialog>
  );
}

/** What a dialog holds between its title and its footer. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('flex flex-col gap-4 px-4 pt-2 pb-4', className)}>{children}</div>;
}

/** The dialog's buttons, which stay in sight; the one that goes on stands last. */
export function DialogFooter({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <footer className="sticky low:static bottom-0 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-raised px-4 py-3">
      {aside && <div className="me-auto text-muted">{aside}</div>}
      {children}
    </footer>
  );
}

/**
 * Shows the dialog it stands in. The first thing inside does this, because React works from the first to the last:
 * so a field with `autoFocus` has its turn after the dialog is shown, before which nothing in it could be focused.
 */
function DialogHeader({ children }: { children: ReactNode }) {
  const header = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const dialog = header.current?.closest('dialog');
    if (!dialog) return;
    dialog.showModal();
    // React may take an effect back and run it again: the focus is then where it was, also with `autoFocus`.
    if (focused.current instanceof HTMLElement) focused.current.focus();
    // What had the focus may go, as "Pause" does at the end: the dialog takes it then, and not the page beneath.
    const changes = new MutationObserver(() => {
      if (document.activeElement === document.body) dialog.focus();
    });
    changes.observe(dialog, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      focused.current = dialog.contains(document.activeElement) ? document.activeElement : null;
      dialog.close();
      // Where the opener is gone or never was, the page takes the focus, rather than the top of the window.
      const at = document.activeElement;
      if (at === document.body || dialog.contains(at)) document.querySelector<HTMLElement>('main')?.focus();
    };
  }, []);
  return (
    <header ref={header} className="px-4 pt-3 pe-12 pb-2">
      {children}
    </header>
  );
}
