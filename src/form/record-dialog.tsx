import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { DeleteButton } from '#src/bulk/delete-button.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from '#src/ui/overlay/dialog.tsx';
import { type OpenRecord, RecordForm, RecordLoader, SaveButton } from './record-form.tsx';

interface RecordDialogProps<R extends Resource> extends Pick<DialogProps, 'title' | 'width' | 'onClose'> {
  resource: R;
  open: OpenRecord<R>;
  /** Relationships to include; the same as the route's. */
  include?: readonly string[];
  /** Labels of the fields, to show text typed into the form of a deleted record. */
  labelOf?: (name: string) => string;
  /** Name of the record in "Deleted …". */
  nameOf: (row: Row<R>) => string;
  /** `isDone`: whether the form is still mounted, and has nothing left to save. If not, stay on what is open now. */
  onSaved: (row: Row<R>, isDone: boolean) => void;
  /** Leaves the page of a deleted record. Default: closes the dialog. */
  onDelete?: () => void;
  /** Why the user cannot delete a record that they can change. */
  whyKept?: ReactNode;
  children: ReactNode;
}

/** A dialog that creates a record, or edits and deletes an existing one. */
export function RecordDialog<R extends Resource>(props: RecordDialogProps<R>) {
  const {
    resource,
    open: { id, key, created, setCreated },
    include,
    title,
    labelOf,
    width,
    nameOf,
    onSaved,
    onClose,
    onDelete = onClose,
    whyKept,
    children,
  } = props;
  const form = (row?: Row<R>) => (
    <RecordForm
      resource={resource}
      row={row}
      onSaved={(saved, isShown, isUnfinished) => {
        const stays = isShown && isUnfinished && id === undefined;
        if (stays) setCreated(saved);
        onSaved(saved, isShown && !stays);
      }}
    >
      <DialogBody>{children}</DialogBody>
      <DialogFooter
        aside={
          row && <DeleteButton resource={resource} row={row} name={nameOf(row)} onDelete={onDelete} whyKept={whyKept} />
        }
        leave={<Trans>Close</Trans>}
        onLeave={onClose}
      >
        <SaveButton />
      </DialogFooter>
    </RecordForm>
  );
  return (
    <Dialog key={key} title={title} width={width} onClose={onClose}>
      {id === undefined || created ? (
        form(created)
      ) : (
        <RecordLoader resource={resource} id={id} include={include} labelOf={labelOf}>
          {({ row }) => form(row)}
        </RecordLoader>
      )}
    </Dialog>
  );
}
