import { Trans, useLingui } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { suggestions } from '#contract/suggestions.ts';
import { roomChoice } from '#src/domain/rooms/room-choice.ts';
import { ReferenceField } from '#src/form/fields/form-field.tsx';
import { RecordDialog } from '#src/form/record-dialog.tsx';
import { useOpenRecord } from '#src/form/record-form.tsx';
import { asRecord } from '#src/lib/json.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { Conversation, MessageBubble } from '#src/ui/text/conversation.tsx';
import { SortableMessages } from './sortable-messages.tsx';
import { suggestionName } from './suggestion-name.ts';
import { withRoom } from './suggestion-query.ts';

export function Component() {
  const { t } = useLingui();
  const open = useOpenRecord<typeof suggestions>();
  const { id } = open;
  const isNew = id === undefined;
  const close = () => closeModalRoute(paths.suggestions());
  return (
    <RecordDialog
      resource={suggestions}
      open={open}
      include={withRoom.include}
      title={isNew ? <Trans>New suggestion</Trans> : <Trans>Suggestion {id}</Trans>}
      width="wide"
      nameOf={suggestionName}
      onSaved={(_, isDone) => {
        showToast({ text: isNew ? t`Suggestion created` : t`Suggestion saved`, tone: 'good' });
        if (isDone) close();
      }}
      onClose={close}
    >
      <ReferenceField of={suggestions} name="room" label={t`Room`} from={roomChoice} autoFocus={isNew} />
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SortableMessages autoFocus={!isNew} />
        <MessagePreview />
      </div>
    </RecordDialog>
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
        <Trans>Visitor view</Trans>
      </h3>
      <Conversation label={t`Preview`} className="rounded-box border border-line bg-surface">
        {keyedByIndex(messages).map(({ key, item: { content, kind } }) => (
          <MessageBubble
            key={key}
            from="visitor"
            author={<Trans>Support</Trans>}
            time={null}
            footer={
              kind.trim() !== '' &&
              kind.trim() !== 'text' && (
                <span className="text-muted">
                  <Trans>“{kind}” message – appearance depends on the chat</Trans>
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
