import { Trans, useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { closeRoute } from '#src/crud/close-route.ts';
import { RecordForm } from '#src/crud/record-form.tsx';
import { SaveButton } from '#src/crud/save-button.tsx';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { RoomFields } from '#src/records/rooms/room-fields.tsx';
import { roomName } from '#src/records/rooms/room-name.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { showToast } from '#src/ui/toasts.ts';

/** Dialog for a new room of any kind, over the list. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeRoute(paths.rooms());
  return (
    <Dialog title={<Trans>New room</Trans>} onClose={close}>
      <RecordForm
        resource={rooms}
        onSaved={(room) => {
          const name = roomName(room);
          showToast({ text: t`Created “${name}”`, tone: 'good' });
          void navigate(paths.room(room.id), { replace: true });
        }}
      >
        <DialogBody>
          <RoomFields />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <SaveButton>
            <Trans>Create</Trans>
          </SaveButton>
        </DialogFooter>
      </RecordForm>
    </Dialog>
  );
}
