import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Link } from 'react-router';
import { DraftStatus } from '#src/records/draft-status.tsx';
import { personName } from '#src/records/person-name.ts';
import { roomName } from '#src/records/room-name.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { type QueueItem, waitingSince } from './queue-item.ts';

interface DraftLineProps {
  item: QueueItem;
  to: string;
  isSelected: boolean;
  /** Who settled it while the queue was open. */
  settledBy: string | undefined;
}

/** One draft in the queue: for whom, how long they wait, what was written, by whom, how long ago. */
export const DraftLine = memo(function DraftLine({ item, to, isSelected, settledBy }: DraftLineProps) {
  const { draft, room, author } = item;
  const since = waitingSince(item);
  return (
    <Link
      to={to}
      aria-current={isSelected}
      className="ring-inside flex flex-col gap-y-0.5 px-4 py-2 hover:bg-hover aria-[current=true]:bg-selected"
    >
      <span className="flex items-center gap-2">
        <span dir="auto" className={`min-w-0 truncate font-medium ${settledBy === undefined ? '' : 'text-muted'}`}>
          {roomName(room ?? draft.one.room)}
        </span>
        {since !== undefined && settledBy === undefined && (
          <StatusMark status="waiting" className="text-sm">
            <span className="sr-only">
              <Trans>Visitor waits</Trans>
            </span>
            <RelativeTime unix={since} form="age" />
          </StatusMark>
        )}
        <span className="ms-auto flex shrink-0 items-center gap-2 text-muted text-sm">
          {draft.status && draft.status !== 'in_review' && <DraftStatus status={draft.status} />}
          <RelativeTime unix={draft.resolved_time_unix ?? draft.created_at_unix} form="age" />
        </span>
      </span>
      <span className="flex items-baseline gap-2 text-muted">
        {settledBy === undefined ? (
          <>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {draft.message_content}
            </span>
            <span dir="auto" className="max-w-28 shrink-0 truncate text-sm">
              {personName(author ?? draft.one.created_user)}
            </span>
          </>
        ) : (
          <span className="min-w-0 truncate">
            <Trans>Settled by {settledBy} meanwhile</Trans>
          </span>
        )}
      </span>
    </Link>
  );
});
