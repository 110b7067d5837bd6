import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { Room } from '#src/records/room-name.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';

const RoomDrafts = lazy(async () => ({ default: (await import('#src/records/room-drafts.tsx')).RoomDrafts }));
const RoomDraftHistory = lazy(async () => ({
  default: (await import('#src/records/room-draft-history.tsx')).RoomDraftHistory,
}));

interface DraftsOfRoomProps {
  room: Room;
  draftId: string;
  /** How many drafts of the room the queue shows. */
  waiting: number;
}

/** The other drafts of the room: those that wait, to be decided together, and what became of the earlier ones. */
export function DraftsOfRoom({ room, draftId, waiting }: DraftsOfRoomProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col border-line border-t">
      {waiting > 1 && (
        <Suspense fallback={<Skeleton className="m-4 w-1/2" />}>
          <RoomDrafts room={room} />
        </Suspense>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="ring-inside px-4 py-2 text-muted hover:text-ink">
          <Trans>Earlier drafts of this room</Trans>
        </summary>
        {isOpen && (
          <Suspense fallback={<Skeleton className="m-4 w-1/2" />}>
            <RoomDraftHistory room={room} openId={draftId} />
          </Suspense>
        )}
      </details>
    </div>
  );
}
