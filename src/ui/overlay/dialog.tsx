import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ToastRegion } from './toast-region.tsx';

export interface DialogProps {
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Requested by Escape or the close button; the owner decides, and unmounts the dialog. */
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  width?: 'narrow' | 'form' | 'wide';
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog';
  className?: string;
  /** Placed at the bottom of the window; a press outside closes it. */
  isSheet?: boolean;
  children: ReactNode;
}

const SHEET =
  'mx-auto mt-auto mb-0 max-h-[85dvh] w-full max-w-form rounded-b-none border-x-0 border-b-0 starting:translate-y-8 duration-100 motion-safe:transition-[translate]';
const CENTRED = 'm-auto mt-[10vh] max-h-[80vh] low:mt-0 low:max-h-full low:overflow-y-auto w-[calc(100vw-2rem)]';

const widths = { narrow: 'max-w-dialog', form: 'max-w-form', wide: 'max-w-wide' };

/**
 * A modal dialog, open while mounted. Uses the native `<dialog>`: focus is trapped, starts at the `autoFocus` field or
 * else the first control, and returns to its origin afterwards.
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, width = 'narrow', role, className, isSheet = false, children } = props;
  const { t } = useLingui();
  const id = useId();

  return (
    <dialog
      role={role}
      tabIndex={-1}
      {...(isSheet && { closedby: 'any' })}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={props.onKeyDown}
      onCancel={(event) => {
        // A file input inside fires a "cancel" of its own, which bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers close on a second Escape without a cancelable event. A dialog still mounted must then be shown
        // again.
        if (event.currentTarget.open) return;
        event.currentTarget.showModal();
        onClose();
      }}
      className={classNames(
        'floating flex-col overflow-hidden p-0 outline-none open:flex',
        isSheet ? SHEET : classNames(CENTRED, widths[width]),
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
      {/* Last in the DOM, though visually at the top: the first control to get the focus should be the content's. */}
      <div className="absolute end-2 top-2.5">
        <IconButton label={t`Close`} shortcut="Escape" className={isSheet ? 'size-11!' : ''} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <ToastRegion />
    </dialog>
  );
}

/** Content between title and footer. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 px-4 pt-2 pb-4">{children}</div>;
}

interface DialogFooterProps {
  aside?: ReactNode;
  /** Label of the first button, which leaves the dialog or this step of it. */
  leave?: ReactNode;
  onLeave?: () => void;
  children?: ReactNode;
}

/** The dialog's buttons, always visible; the primary one comes last. */
export function DialogFooter({ aside, leave, onLeave, children }: DialogFooterProps) {
  return (
    <footer className="sticky low:static bottom-0 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-raised px-4 py-3">
      {aside && <div className="me-auto text-muted">{aside}</div>}
      {leave && <Button onClick={onLeave}>{leave}</Button>}
      {children}
    </footer>
  );
}

/**
 * Opens the enclosing dialog. The first child does so because React runs effects and `autoFocus` in order: a field in a
 * dialog that is not open yet could not be focused.
 */
function DialogHeader({ children }: { children: ReactNode }) {
  const header = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const dialog = header.current?.closest('dialog');
    if (!dialog) return;
    dialog.showModal();
    // React may re-run an effect (Strict Mode): restore the focus, also with `autoFocus`.
    if (focused.current instanceof HTMLElement) focused.current.focus();
    // The focused element may be removed, such as "Pause" when a job ends: the dialog then takes the focus, not the
    // page beneath.
    const changes = new MutationObserver(() => {
      if (document.activeElement === document.body) dialog.focus();
    });
    changes.observe(dialog, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      focused.current = dialog.contains(document.activeElement) ? document.activeElement : null;
      dialog.close();
      // If the opener is gone, the page takes the focus, not the top of the window.
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
