import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { useStore } from '#src/lib/store.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { queueOverlay } from '../queue/queue-overlay.ts';

const RoomDrafts = lazyComponent(async () => (await import('#src/outbox/room-drafts.tsx')).RoomDrafts);
const RoomDraftHistory = lazyComponent(
  async () => (await import('#src/domain/drafts/room-draft-history.tsx')).RoomDraftHistory,
);

/** The room's other drafts: those in review, which can be decided together; and a history of all but the open one. */
export function OtherDrafts({ room, draftId }: { room: Room; draftId: string }) {
  const mayBeInReview = useStore(queueOverlay, (marks) => marks.mayHaveOthers(room.id));
  // Counted by the query of the list that opens, because the queue may be filtered.
  const { data } = useQuery({ ...roomDraftsQuery(room.id, room.name), enabled: mayBeInReview });
  const decided = usePendingIds();
  const found = data?.rows.filter((row) => row.id !== draftId && isInReview(row) && !decided.includes(row.id)) ?? [];
  const fallback = <Skeleton className="m-4 w-1/2" />;
  return (
    <div className="-mx-4 flex flex-col">
      <Disclosure
        isEmpty={!mayBeInReview || found.length === 0}
        summary={<Plural value={found.length} one="# more draft in review" other="# more drafts in review" />}
      >
        <RoomDrafts room={room} openId={draftId} fallback={fallback} />
      </Disclosure>
      <Disclosure summary={<Trans>Other drafts in this conversation</Trans>}>
        <RoomDraftHistory room={room} openId={draftId} fallback={fallback} />
      </Disclosure>
    </div>
  );
}

/** Fetches its content when opened. While open, it stays even if empty, because a form may be open in it. */
function Disclosure({ summary, isEmpty, children }: { summary: ReactNode; isEmpty?: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isEmpty && !isOpen) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ring-inside px-4 py-1.5 text-muted hover:text-ink">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
