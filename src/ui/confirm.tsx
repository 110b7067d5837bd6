import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx';

export interface ConfirmProps {
  /** The question. */
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  children?: ReactNode;
  /** The verb of the question, such as "Delete 3 keywords". */
  confirmLabel: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
  danger?: boolean;
  busy?: boolean;
}

/** A confirmation before an irreversible action. The initial focus is on "Cancel". */
export function Confirm({ title, children, confirmLabel, onConfirm, onCancel, danger, busy }: ConfirmProps) {
  return (
    <Dialog role="alertdialog" title={title} onClose={onCancel}>
      {children && <DialogBody>{children}</DialogBody>}
      <DialogFooter>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
