import { Trans } from '@lingui/react/macro';
import type { Resource, Row } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { may } from './may.ts';
import { useUndoableDelete } from './undoable-delete.ts';

interface DeleteButtonProps<R extends Resource> {
  resource: R;
  row: Row<R>;
  /** What the record is called in "Deleted …". */
  name: string;
  /** Leaves the record's page: for six seconds it is still there, for Undo. */
  onDelete: () => void;
}

/** Deletes a record, with time to undo. Nothing where the caller may not delete it. */
export function DeleteButton<R extends Resource>({ resource, row, name, onDelete }: DeleteButtonProps<R>) {
  const deleteSoon = useUndoableDelete(resource);
  if (!may(row, 'delete')) return null;
  return (
    <Button
      kind="quiet"
      // At the start of its row, apart from what saves.
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
