import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { closeRoute } from '#src/crud/close-route.ts';
import { RecordPicker } from '#src/crud/record-picker.tsx';
import { paths } from '#src/paths.ts';
import { WriteDraft } from '#src/records/drafts/write-draft.tsx';
import { roomChoice } from '#src/records/rooms/room-choice.ts';
import { Dialog, DialogBody } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Component as MinePage } from './mine-page.tsx';

/** Dialog for a new draft over the author's page, with a room picker. */
export function Component() {
  const { t } = useLingui();
  const [roomId, setRoomId] = useState('');
  const close = () => closeRoute(paths.mine());
  return (
    <>
      <MinePage />
      <Dialog title={t`New draft`} width="form" onClose={close}>
        <DialogBody>
          <Field label={<Trans>Room</Trans>}>
            <RecordPicker from={roomChoice} value={roomId} onChange={setRoomId} autoFocus />
          </Field>
        </DialogBody>
        {roomId && (
          <WriteDraft
            key={roomId}
            roomId={roomId}
            keptAs={`draft.${roomId}`}
            label={<Trans>Text</Trans>}
            onSent={close}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}
