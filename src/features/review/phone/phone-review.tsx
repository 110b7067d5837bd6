import type { ComponentProps } from 'react';
import type { Draft } from '#src/domain/drafts/draft.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { isTouch } from '#src/lib/touch.ts';
import { paths } from '#src/paths.ts';
import type { Queue } from '../queue/use-queue.ts';
import type { ReviewAddress } from '../review-query.ts';
import { DraftSwipe } from './draft-swipe.tsx';
import { PhoneHeader } from './phone-header.tsx';
import { RowSelecting } from './row-selecting.tsx';

interface PhoneReviewProps extends Pick<ComponentProps<typeof DraftSwipe>, 'commands'> {
  address: ReviewAddress;
  queue: Queue;
  /** The draft in the URL. */
  openId: string | undefined;
  /** The draft that commands act on. */
  draft: Draft | undefined;
  room: Room | undefined;
  isSelecting: boolean;
  move: (by: 1 | -1) => void;
}

/** Additions for narrow windows and touch: the header of an open draft, swipes and long presses. */
export function PhoneReview(props: PhoneReviewProps) {
  const { address, queue, openId, draft, room, commands, isSelecting, move } = props;
  const { items, hasMore } = queue;
  return (
    <>
      {openId !== undefined && (
        <PhoneHeader
          draft={draft}
          room={room}
          backTo={paths.review(address.query)}
          index={items.findIndex((item) => item.draft.id === openId)}
          count={items.length}
          hasMore={hasMore}
          move={move}
        />
      )}
      {isTouch() && <RowSelecting isSelecting={isSelecting} />}
      {isTouch() && draft && !isSelecting && <DraftSwipe draft={draft} commands={commands} />}
    </>
  );
}
