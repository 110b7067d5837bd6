import { Trans, useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { useSave } from '#src/api/mutations.ts';
import { may } from '#src/crud/may.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import type { Room } from '#src/records/rooms/room-name.ts';
import { Switch } from '#src/ui/switch.tsx';
import { showToast } from '#src/ui/toasts.ts';

/** Switch for whether the room awaits support, saved on change with an optimistic value. */
export function AwaitingSwitch({ room }: { room: Room }) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const save = useSave(rooms);
  const isOn = save.isPending ? save.variables.attributes.awaiting_support : room.awaiting_support;
  const change = (awaiting_support: boolean) =>
    save.mutate(
      { id: room.id, attributes: { awaiting_support } },
      { onError: (error) => showToast({ tone: 'bad', text: t`It was not changed`, detail: sentence(error) }) },
    );
  return (
    <Switch
      label={<Trans>Awaits support</Trans>}
      checked={isOn === true}
      disabled={!may(room, 'update')}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
