import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { part } from '#src/ui/lazy-component.tsx';

const RoomDrafts = part(async () => (await import('#src/outbox/room-drafts.tsx')).RoomDrafts);
const RoomDraftHistory = part(async () => (await import('#src/domain/drafts/room-draft-history.tsx')).RoomDraftHistory);

interface OtherDraftsProps {
  room: Room;
  draftId: string;
  /** Number of drafts in the queue for the room. */
  waiting: number;
}

/** The room's other drafts: pending ones, which can be decided together, and earlier ones. */
export function OtherDrafts({ room, draftId, waiting: count }: OtherDraftsProps) {
  const { i18n } = useLingui();
  const waiting = i18n.number(count);
  const standIn = <Skeleton className="m-4 w-1/2" />;
  return (
    <div className="-mx-4 flex flex-col">
      {count > 1 && (
        <Disclosure summary={<Trans>All {waiting} drafts of this room in review</Trans>}>
          <RoomDrafts room={room} openId={draftId} standIn={standIn} />
        </Disclosure>
      )}
      <Disclosure summary={<Trans>Earlier drafts of this room</Trans>}>
        <RoomDraftHistory room={room} openId={draftId} standIn={standIn} />
      </Disclosure>
    </div>
  );
}

/** Fetches its content only once opened. */
function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ring-inside px-4 py-1.5 text-muted hover:text-ink">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
