import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { closeRoute } from '#src/crud/close-route.ts';
import { RecordPicker } from '#src/crud/record-picker.tsx';
import { paths } from '#src/paths.ts';
import { staffChoice } from '#src/records/people/staff-choice.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { useFindRoom } from './use-find-room.ts';

/** Finds or creates the direct room with a colleague. */
export function Component() {
  const close = () => closeRoute(paths.rooms());
  const [userId, setUserId] = useState('');
  const { go, isBusy, problem } = useFindRoom('create_or_find_direct_room');
  return (
    <Dialog
      title={<Trans>New direct room</Trans>}
      description={<Trans>You and one colleague. If you two have a room already, it opens.</Trans>}
      onClose={close}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (userId !== '' && !isBusy) go({ user_id: userId });
        }}
      >
        <DialogBody>
          <Field label={<Trans>Colleague</Trans>} error={problem} required>
            <RecordPicker from={staffChoice} value={userId} onChange={setUserId} isClearable />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={isBusy} disabled={userId === ''}>
            <Trans>Open room</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
