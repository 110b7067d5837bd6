import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** Messages of a conversation, the newest last. */
export function Conversation({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <ol aria-label={label} className={classNames('flex flex-col gap-3 px-4 py-4', className)}>
      {children}
    </ol>
  );
}

interface MessageBubbleProps {
  /** `visitor` is aligned to the start, `staff` to the end. */
  from: 'visitor' | 'staff';
  author: ReactNode;
  time: ReactNode;
  /** Arrived after the conversation's mark. */
  fresh?: boolean;
  /** Content below the text: a status, buttons. */
  footer?: ReactNode;
  children: ReactNode;
}

const backgrounds = { visitor: 'bg-hover border-transparent', staff: 'bg-surface border-line' };

const freshBackgrounds = { visitor: 'bg-warn-soft border-transparent', staff: 'bg-surface border-warn/50' };

/** One message. Line breaks are kept. */
export function MessageBubble({ from, author, time, fresh, footer, children }: MessageBubbleProps) {
  const atEnd = from === 'staff';
  return (
    <li
      className={classNames(
        'flex max-w-[min(36rem,88%)] flex-col gap-1',
        atEnd ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <div className={classNames('flex max-w-full items-baseline gap-2 px-1 text-sm', atEnd && 'flex-row-reverse')}>
        <span dir="auto" className="min-w-0 truncate font-medium">
          {author}
        </span>
        <span className="shrink-0 text-muted">{time}</span>
      </div>
      <div
        dir="auto"
        className={classNames(
          'max-w-full whitespace-pre-wrap rounded-[10px] border px-3 py-2 wrap-anywhere',
          fresh ? freshBackgrounds[from] : backgrounds[from],
        )}
      >
        {children}
      </div>
      {footer && <div className="px-1 text-sm">{footer}</div>}
    </li>
  );
}

/** A separator that says what happened between two messages. */
export function ConversationMark({ tone = 'plain', children }: { tone?: 'plain' | 'warn'; children: ReactNode }) {
  return (
    <li
      className={classNames(
        'flex items-center gap-3 text-sm before:h-px before:flex-1 before:bg-current/40 after:h-px after:flex-1 after:bg-current/40',
        tone === 'warn' ? 'font-medium text-warn' : 'text-muted',
      )}
    >
      {children}
    </li>
  );
}
