import { Trans } from '@lingui/react/macro';
import type { Row } from '#contract/resource.ts';
import type { rooms } from '#contract/rooms.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { personName } from '#src/domain/people/person-name.ts';
import { RoomLink } from '#src/domain/rooms/room-link.tsx';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { CopyLink } from '../parts.ts';
import { waitingSince } from '../queue/queue-query.ts';

interface DraftHeaderProps {
  draft: Draft;
  author: Parameters<typeof personName>[0];
  room: Row<typeof rooms> | undefined;
}

/** Author, age and room of a draft, and how long the visitor has been waiting. */
export function DraftHeader({ draft, author, room }: DraftHeaderProps) {
  const name = roomName(room ?? draft.one.room);
  const isFirstScreen = useStore(isInitialRender);
  const since = isInReview(draft) ? waitingSince({ draft, room }) : undefined;
  const person = (
    <span dir="auto" className="font-medium text-ink">
      {personName(author)}
    </span>
  );
  const place = <RoomLink id={draft.one.room?.id} name={name} />;
  return (
    <header className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3 text-muted">
      <span>
        <Trans>
          {person} wrote <RelativeTime unix={draft.created_at_unix} /> for {place}
        </Trans>
      </span>
      {since !== undefined && (
        <StatusBadge status="waiting">
          <Trans>
            waits <RelativeTime unix={since} form="age" />
          </Trans>
        </StatusBadge>
      )}
      {!isFirstScreen && (
        <span className="ms-auto self-center">
          <CopyLink path={paths.draft(draft.id)} />
        </span>
      )}
    </header>
  );
}

/** Whether the author has seen the verdict. */
export function ReadReceipt({ draft: { create_user_resolved_read_time_unix: readAt } }: { draft: Draft }) {
  if (readAt === null) {
    return (
      <StatusBadge status="unread">
        <Trans>Not read by the author yet</Trans>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge status="read">
      <Trans>
        Read by the author <RelativeTime unix={readAt} />
      </Trans>
    </StatusBadge>
  );
}
