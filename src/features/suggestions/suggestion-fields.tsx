import { Trans } from '@lingui/react/macro';
import { suggestions } from '#contract/suggestions.ts';
import { LinkField } from '#src/crud/link-field.tsx';
import { roomChoice } from '#src/records/rooms/room-choice.ts';
import { MessagePreview } from './message-preview.tsx';
import { SortableMessages } from './sortable-messages.tsx';

/** Form fields of a suggestion, with a preview. */
export function SuggestionFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <LinkField of={suggestions} name="room" label={<Trans>Room</Trans>} from={roomChoice} autoFocus={isNew} />
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SortableMessages autoFocus={!isNew} />
        <MessagePreview />
      </div>
    </>
  );
}
