import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { FormField } from '#src/form/fields/form-field.tsx';
import { referenceSource } from '#src/form/fields/reference-select.tsx';
import { roomName } from './room-name.ts';

const kindWords = {
  support_room: msg`Support: a visitor and staff`,
  direct_room: msg`Direct: two of the staff`,
  group_room: msg`Group: several of the staff`,
};

/** Form fields of a room. */
export function RoomFields() {
  return (
    <>
      <FormField of={rooms} name="name" label={<Trans>Name</Trans>} autoFocus />
      <FormField of={rooms} name="kind" label={<Trans>Kind</Trans>} words={kindWords} />
      <FormField of={rooms} name="description" label={<Trans>Description</Trans>} />
      <FormField of={rooms} name="is_private" label={<Trans>Private</Trans>} />
      <FormField of={rooms} name="enabled" label={<Trans>Enabled</Trans>} />
      <FormField of={rooms} name="awaiting_support" label={<Trans>Awaits support</Trans>} />
      <FormField of={rooms} name="settings" label={<Trans>Settings</Trans>} hint={<Trans>A JSON object.</Trans>} />
    </>
  );
}

/** Room picker, searched by name. */
export const roomChoice = referenceSource(rooms, { by: 'name_like', label: (room) => roomName(room) });
