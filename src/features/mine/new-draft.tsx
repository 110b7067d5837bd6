import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { WriteDraft } from '#src/domain/drafts/write-draft.tsx';
import { roomChoice } from '#src/domain/rooms/room-choice.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Dialog, DialogBody } from '#src/ui/overlay/dialog.tsx';
import { Component as MinePage } from './mine-page.tsx';

/** Dialog for a new draft over the author's page, with a room picker. */
export function Component() {
  const { t } = useLingui();
  const [roomId, setRoomId] = useState('');
  const close = () => closeModalRoute(paths.mine());
  return (
    <>
      <MinePage />
      <Dialog title={t`New draft`} width="form" onClose={close}>
        <DialogBody>
          <Field label={<Trans>Room</Trans>}>
            <ReferenceSelect from={roomChoice} value={roomId} onChange={setRoomId} autoFocus />
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
