import { Trans, useLingui } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { suggestions } from '#contract/suggestions.ts';
import { roomChoice } from '#src/domain/rooms/room-fields.tsx';
import { ReferenceField } from '#src/form/fields/form-field.tsx';
import { asRecord } from '#src/lib/json.ts';
import { Conversation, MessageBubble } from '#src/ui/text/conversation.tsx';
import { SortableMessages } from './sortable-messages.tsx';

/** Form fields of a suggestion, with a preview. */
export function SuggestionFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <ReferenceField of={suggestions} name="room" label={<Trans>Room</Trans>} from={roomChoice} autoFocus={isNew} />
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SortableMessages autoFocus={!isNew} />
        <MessagePreview />
      </div>
    </>
  );
}

/** Live preview of the messages as the visitor's chat would show them. */
function MessagePreview() {
  const { t } = useLingui();
  const typed: unknown = useWatch({ name: 'suggestion_messages_data' });
  const messages = (Array.isArray(typed) ? typed : []).map((message) => ({
    content: String(asRecord(message)?.content ?? ''),
    kind: String(asRecord(message)?.kind ?? ''),
  }));
  return (
    <section aria-labelledby="preview-title" className="flex min-w-0 flex-col">
      <h3 id="preview-title" className="mb-1 font-medium">
        <Trans>As the visitor sees it</Trans>
      </h3>
      <Conversation label={t`Preview`} className="rounded-box border border-line bg-surface">
        {messages.map(({ content, kind }, index) => (
          <MessageBubble
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id; their order is their identity.
            key={index}
            from="visitor"
            author={<Trans>Support</Trans>}
            time={null}
            footer={
              kind.trim() !== '' &&
              kind.trim() !== 'text' && (
                <span className="text-muted">
                  <Trans>Of the kind “{kind}”: the chat decides how it looks.</Trans>
                </span>
              )
            }
          >
            {content.trim() === '' ? <span className="text-faint">…</span> : content}
          </MessageBubble>
        ))}
      </Conversation>
    </section>
  );
}
