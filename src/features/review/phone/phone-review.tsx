import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react';
import { type ComponentProps, useCallback } from 'react';
import { Link } from 'react-router';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { Wait } from '#src/domain/waiting/lateness.tsx';
import { after } from '#src/lib/delay.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';
import { isTouch } from '#src/lib/use-window-width.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { waitingSince } from '../../review-queue/queue-query.ts';
import type { ReviewAddress } from '../../review-queue/review-query.ts';
import type { Queue } from '../../review-queue/use-queue.ts';
import { DraftSwipe } from './draft-swipe.tsx';

const LONG_PRESS_MS = 500;
const SLOP_PX = 10;

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
                {{ position: i18n.number(index + 1) }} of {{ total: i18n.number(items.length) + (hasMore ? '+' : '') }}
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

/**
 * Touch selection in the page's list: a long press ticks a row's checkbox, and while rows are selected a tap does the
 * same instead of following the link.
 */
function TouchSelection({ isSelecting }: { isSelecting: boolean }) {
  const latest = useLatest(isSelecting);
  const follow = useCallback(
    (mark: HTMLSpanElement) =>
      mark.parentElement ? selectByFinger(mark.parentElement, () => latest.current) : undefined,
    [],
  );
  return <span ref={follow} hidden />;
}

/** Returns a function that stops. */
function selectByFinger(page: HTMLElement, isSelecting: () => boolean): () => void {
  let press: { x: number; y: number; cancel: () => void } | undefined;
  let wasLong = false;
  const cancelPress = () => {
    press?.cancel();
    press = undefined;
  };
  const start = (event: PointerEvent) => {
    cancelPress();
    wasLong = false;
    const box = boxOf(event.target);
    if (event.pointerType !== 'touch' || !event.isPrimary || !box) return;
    const cancel = after(LONG_PRESS_MS, () => {
      box.click();
      wasLong = true;
    });
    press = { x: event.clientX, y: event.clientY, cancel };
  };
  const move = (event: PointerEvent) => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP_PX) cancelPress();
  };
  const tap = (event: MouseEvent) => {
    const box = boxOf(event.target);
    if (!rowOf(event.target)) return;
    const isOnBox = event.target instanceof Node && (box?.closest('label') ?? box)?.contains(event.target);
    if (!wasLong && (isOnBox || !isSelecting())) return;
    event.preventDefault();
    event.stopPropagation();
    if (!wasLong) box?.click();
    wasLong = false;
  };
  // A long press on a link would open its context menu or start a drag.
  const keep = (event: Event) => {
    if (press) event.preventDefault();
  };
  return combineCleanups(
    cancelPress,
    listen(page, 'pointerdown', start),
    listen(page, 'pointermove', move),
    ...['pointerup', 'pointercancel'].map((type) => listen(page, type, cancelPress)),
    listen(page, 'click', tap, { capture: true }),
    ...['contextmenu', 'dragstart'].map((type) => listen(page, type, keep)),
  );
}

const rowOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-selecting] > li') : null;

/** The checkbox of the row that a target is in; rows that cannot be selected have none. */
const boxOf = (target: EventTarget | null): HTMLInputElement | null =>
  rowOf(target)?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? null;
