import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { can } from '#src/page/can.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { Button } from '#src/ui/button.tsx';
import { useDeleteWithUndo } from './delete-with-undo.ts';

interface DeleteButtonProps<R extends Resource> {
  resource: R;
  row: Row<R>;
  /** Name of the record in "Deleted …". */
  name: string;
  /** Leaves the record's page; the deletion can be undone until the undo period ends. */
  onDelete: () => void;
  /** Says why the user may change the record but not delete it. */
  whyKept?: ReactNode;
}

/** Deletes a record, with Undo. Hidden if the user may not delete it. */
export function DeleteButton<R extends Resource>({ resource, row, name, onDelete, whyKept }: DeleteButtonProps<R>) {
  const { t } = useLingui();
  const deleteWithUndo = useDeleteWithUndo();
  const canDelete = can(row, 'delete');
  const act = () => {
    deleteWithUndo(resource, [{ id: row.id, label: name }]);
    onDelete();
  };
  usePageActions(() => (canDelete ? [{ label: t`Delete`, Icon: Trash2, act }] : []));
  if (!canDelete) {
    return whyKept && can(row, 'update') ? <p className="me-auto text-muted text-sm">{whyKept}</p> : null;
  }
  return (
    <Button
      kind="quiet"
      // At the start of its row, away from the save button.
      className="-ms-3 me-auto"
      onClick={act}
    >
      <Trans>Delete</Trans>
    </Button>
  );
}
