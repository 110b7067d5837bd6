import { Trans } from '@lingui/react/macro';
import type { Resource, Row } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { may } from './may.ts';
import { useUndoableDelete } from './undoable-delete.ts';

interface DeleteButtonProps<R extends Resource> {
  resource: R;
  row: Row<R>;
  /** Name of the record in "Deleted …". */
  name: string;
  /** Leaves the record's page; Undo is available for six seconds. */
  onDelete: () => void;
}

/** Deletes a record, with Undo. Hidden if the user may not delete it. */
export function DeleteButton<R extends Resource>({ resource, row, name, onDelete }: DeleteButtonProps<R>) {
  const deleteSoon = useUndoableDelete(resource);
  if (!may(row, 'delete')) return null;
  return (
    <Button
      kind="quiet"
      // At the start of its row, away from the save button.
      className="-ms-3 me-auto"
      onClick={() => {
        deleteSoon([{ id: row.id, label: name }]);
        onDelete();
      }}
    >
      <Trans>Delete</Trans>
    </Button>
  );
}
