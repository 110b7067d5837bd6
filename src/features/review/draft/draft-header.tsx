import { Trans } from '@lingui/react/macro';
import type { Row } from '#contract/resource.ts';
import type { rooms } from '#contract/rooms.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';
import { personName } from '#src/records/people/person-name.ts';
import { roomName } from '#src/records/rooms/room-name.ts';
import { RoomPlace } from '#src/records/rooms/room-place.tsx';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { waitingSince } from '../queue/queue-item.ts';

interface DraftHeaderProps {
  draft: Draft;
  author: Parameters<typeof personName>[0];
  room: Row<typeof rooms> | undefined;
}

/** Author, age and room of a draft, and how long the visitor has been waiting. */
export function DraftHeader({ draft, author, room }: DraftHeaderProps) {
  const name = roomName(room ?? draft.one.room);
  const since = isInReview(draft) ? waitingSince({ draft, room }) : undefined;
  const person = (
    <span dir="auto" className="font-medium text-ink">
      {personName(author)}
    </span>
  );
  const place = <RoomPlace id={draft.one.room?.id} name={name} />;
  return (
    <header className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3 text-muted">
      <span>
        <Trans>
          {person} wrote <RelativeTime unix={draft.created_at_unix} /> for {place}
        </Trans>
      </span>
      {since !== undefined && (
        <StatusMark status="waiting">
          <Trans>
            waits <RelativeTime unix={since} form="age" />
          </Trans>
        </StatusMark>
      )}
    </header>
  );
}
