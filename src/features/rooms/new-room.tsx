import { Trans, useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { RoomFields } from '#src/domain/rooms/room-fields.tsx';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { RecordForm, SaveButton } from '#src/form/record-form.tsx';
import { navigate } from '#src/lib/router.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** Dialog for a new room of any kind, over the list. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeModalRoute(paths.rooms());
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
