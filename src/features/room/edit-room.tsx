import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { DeleteButton } from '#src/bulk/delete-button.tsx';
import { RoomFields } from '#src/domain/rooms/room-fields.tsx';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { RecordForm, RecordLoader, SaveButton } from '#src/form/record-form.tsx';
import { navigate } from '#src/lib/router.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** Edit dialog of a room, over its page. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const close = () => closeModalRoute(paths.room(id));
  return (
    <Dialog title={<Trans>Edit room</Trans>} onClose={close}>
      <RecordLoader resource={rooms} id={id}>
        {({ row }) => (
          <RecordForm
            key={row.id}
            resource={rooms}
            row={row}
            onSaved={(room) => {
              const name = roomName(room);
              showToast({ text: t`Saved “${name}”`, tone: 'good' });
              if (room.id === id) close();
              // Saving a deleted room recreates it under a new id.
              else void navigate(paths.room(room.id), { replace: true });
            }}
          >
            <DialogBody>
              <RoomFields />
            </DialogBody>
            <DialogFooter
              aside={
                <DeleteButton
                  resource={rooms}
                  row={row}
                  name={roomName(row)}
                  onDelete={() => void navigate(paths.rooms(), { replace: true })}
                />
              }
            >
              <Button onClick={close}>
                <Trans>Close</Trans>
              </Button>
              <SaveButton />
            </DialogFooter>
          </RecordForm>
        )}
      </RecordLoader>
    </Dialog>
  );
}
