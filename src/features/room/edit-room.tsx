import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { closeRoute } from '#src/crud/close-route.ts';
import { DeleteButton } from '#src/crud/delete-button.tsx';
import { RecordForm } from '#src/crud/record-form.tsx';
import { RecordGate } from '#src/crud/record-gate.tsx';
import { SaveButton } from '#src/crud/save-button.tsx';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { RoomFields } from '#src/records/rooms/room-fields.tsx';
import { roomName } from '#src/records/rooms/room-name.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { showToast } from '#src/ui/toasts.ts';

/** Edit dialog of a room, over its page. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const close = () => closeRoute(paths.room(id));
  return (
    <Dialog title={<Trans>Edit room</Trans>} onClose={close}>
      <RecordGate resource={rooms} id={id}>
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
      </RecordGate>
    </Dialog>
  );
}
