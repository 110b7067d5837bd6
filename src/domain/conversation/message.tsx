import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { CodeBlock } from '#src/ui/text/code-block.tsx';
import { MessageBubble } from '#src/ui/text/conversation.tsx';
import { UnderlinedText } from '../keywords/underlined-text.tsx';
import { userName } from '../people/user-name.ts';

/** A conversation entry: plain text, or JSON for a record of unknown shape. */
export function Message({ entry, fresh, time }: { entry: HistoryEntry; fresh: boolean; time: ReactNode }) {
  const { t } = useLingui();
  const { text, author } = entry;
  if (text === undefined) {
    return (
      <li>
        <RawRecord label={t`Unsupported message`} value={entry.raw} />
      </li>
    );
  }
  return (
    <MessageBubble
      from={author?.isVisitor === false ? 'staff' : 'visitor'}
      author={userName(author)}
      time={time}
      fresh={fresh}
    >
      {author?.isVisitor === false ? text : <UnderlinedText text={text} />}
    </MessageBubble>
  );
}

/** A value of unknown shape as JSON, collapsed by default. */
export function RawRecord({ label, value }: { label: string; value: unknown }) {
  return (
    <details className="w-full">
      <summary className="text-muted hover:text-ink">{label}</summary>
      <CodeBlock label={label} code={JSON.stringify(value, null, 2) ?? ''} className="mt-1 max-h-80" />
    </details>
  );
}
