import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { FormField } from '#src/form/fields/form-field.tsx';
import { RecordDialog } from '#src/form/record-dialog.tsx';
import { useOpenRecord } from '#src/form/record-form.tsx';
import { navigate } from '#src/lib/router.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';

export function Component() {
  const { t } = useLingui();
  const open = useOpenRecord<typeof rooms>();
  const { id } = open;
  const isNew = id === undefined;
  const close = () => closeModalRoute(isNew ? paths.rooms() : paths.room(id));
  return (
    <RecordDialog
      resource={rooms}
      open={open}
      title={isNew ? <Trans>New room</Trans> : <Trans>Edit room</Trans>}
      nameOf={(room) => roomName(room)}
      onSaved={(room, isDone) => {
        const name = roomName(room);
        showToast({ text: isNew ? t`Created “${name}”` : t`Saved “${name}”`, tone: 'good' });
        if (!isDone) return;
        if (room.id === id) close();
        // A new room opens. Saving a deleted one recreates it under a new id.
        else void navigate(paths.room(room.id), { replace: true });
      }}
      onClose={close}
      onDelete={() => void navigate(paths.rooms(), { replace: true })}
      whyKept={<Trans>Drafts in this room have a verdict. Only an admin can delete it.</Trans>}
    >
      <FormField of={rooms} name="name" label={t`Name`} autoFocus />
      <FormField of={rooms} name="kind" label={t`Type`} words={kindWords} />
      <FormField of={rooms} name="description" label={t`Description`} />
      <FormField of={rooms} name="is_private" label={t`Private`} />
      <FormField of={rooms} name="enabled" label={t`Enabled`} />
      <FormField of={rooms} name="awaiting_support" label={t`Waiting`} />
      <FormField of={rooms} name="settings" label={t`Settings`} hint={<Trans>A JSON object.</Trans>} />
    </RecordDialog>
  );
}

const kindWords = {
  support_room: msg`Support: a visitor and staff`,
  direct_room: msg`Direct: two staff members`,
  group_room: msg`Group: several staff members`,
};
