import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MessageBubble } from '#src/ui/conversation.tsx';
import { personName } from '../people/person-name.ts';
import type { ConversationEntry } from './conversation-query.ts';
import { RawRecord } from './raw-record.tsx';

/** A conversation entry: plain text, or JSON for a record of unknown shape. */
export function Message({ entry, fresh, time }: { entry: ConversationEntry; fresh: boolean; time: ReactNode }) {
  const { t } = useLingui();
  const { text, author } = entry;
  if (text === undefined) {
    return (
      <li>
        <RawRecord label={t`Something that is not a message`} value={entry.raw} />
      </li>
    );
  }
  return (
    <MessageBubble
      from={author?.isVisitor === false ? 'staff' : 'visitor'}
      author={personName(author)}
      time={time}
      fresh={fresh}
    >
      {text}
    </MessageBubble>
  );
}
