import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { suggestions } from '#contract/suggestions.ts';
import { FormField } from '#src/crud/form-field.tsx';
import { LinkField } from '#src/crud/link-field.tsx';
import { roomChoice } from '#src/records/rooms/room-choice.ts';

const words = { kind: msg`Kind`, content: msg`Content`, settings: msg`Settings` };

/** What can be typed about a suggestion. */
export function SuggestionFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <LinkField of={suggestions} name="room" label={<Trans>Room</Trans>} from={roomChoice} autoFocus={isNew} />
      <FormField
        of={suggestions}
        name="suggestion_messages_data"
        label={<Trans>Messages</Trans>}
        words={words}
        autoFocus={!isNew}
      />
    </>
  );
}
