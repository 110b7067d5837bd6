import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { Wait } from '#src/domain/waiting/lateness.tsx';
import { isTouch } from '#src/lib/touch.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { waitingSince } from '../queue/queue-query.ts';
import type { Queue } from '../queue/use-queue.ts';
import type { ReviewAddress } from '../review-query.ts';
import { DraftSwipe } from './draft-swipe.tsx';
import { TouchSelection } from './touch-selection.tsx';

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
  const { openId, draft, commands, isSelecting } = props;
  return (
    <>
      {openId !== undefined && <PhoneHeader {...props} />}
      {isTouch() && <TouchSelection isSelecting={isSelecting} />}
      {isTouch() && draft && !isSelecting && <DraftSwipe draft={draft} commands={commands} />}
    </>
  );
}

/** Header of an open draft in a narrow window: back link, room, wait, and the previous and next draft. */
function PhoneHeader({ address, queue, openId, draft, room, move }: PhoneReviewProps) {
  const { t, i18n } = useLingui();
  const { items, hasMore } = queue;
  const index = items.findIndex((item) => item.draft.id === openId);
  const since = draft && isInReview(draft) ? waitingSince({ draft, room }) : undefined;
  const [position, total] = [i18n.number(index + 1), i18n.number(items.length) + (hasMore ? '+' : '')];
  return (
    <header className="flex h-13 shrink-0 items-center border-line border-b px-1 md:hidden">
      <Link
        to={paths.review(address.query)}
        aria-label={t`Back to the queue`}
        className={classNames(square, 'rtl:-scale-x-100')}
      >
        <ChevronLeft aria-hidden="true" />
      </Link>
      <div className="min-w-0 flex-1">
        <p dir="auto" data-tooltip-cut="" className="truncate font-semibold text-lg leading-5">
          {roomName(room ?? draft?.one.room)}
        </p>
        <p className="flex items-center gap-1.5 whitespace-nowrap text-muted text-sm">
          {since !== undefined && <Wait since={since} />}
          {index >= 0 && (
            <span>
              <Trans>
                {position} of {total}
              </Trans>
            </span>
          )}
        </p>
      </div>
      <IconButton
        label={t`Previous`}
        className="size-11! [&>svg]:size-5!"
        disabled={index <= 0}
        onClick={() => move(-1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t`Next`}
        className="-ms-1 size-11! [&>svg]:size-5!"
        disabled={index < 0 || (index >= items.length - 1 && !hasMore)}
        onClick={() => move(1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </header>
  );
}

const square = classNames(buttonClass({ kind: 'quiet', square: true }), 'size-11! [&>svg]:size-6');
