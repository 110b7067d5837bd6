import { Trans } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { can } from '#src/page/can.ts';
import { classNames } from '#src/ui/class-names.ts';
import { type Direction, trackSwipes } from './follow-swipes.ts';

interface DraftSwipeProps {
  draft: Draft;
  commands: Pick<DraftCommands, 'approve' | 'openForm' | 'form'>;
}

interface Drag {
  x: number;
  direction: Direction;
  isFar: boolean;
  /** Position of the swiped element in the window before it moved. */
  place: DOMRect;
}

/** Decides on the open draft by a swipe: to the inline end approves, to the inline start asks for a reason. */
export function DraftSwipe({ draft, commands }: DraftSwipeProps) {
  const [drag, setDrag] = useState<Drag>();
  const canGo = (direction: Direction) => {
    const isFree = isInReview(draft) && !commands.form;
    return isFree && can(draft, direction === 'end' ? 'approve' : 'reject');
  };
  const onMove = (area: HTMLElement, x: number, direction: Direction, isFar: boolean) => {
    // The element may still be animating back from the last swipe.
    if (!drag) shift(area, 0);
    const place = drag?.place ?? area.getBoundingClientRect();
    shift(area, x);
    setDrag({ x, direction, isFar, place });
  };
  const onEnd = (area: HTMLElement, direction: Direction | undefined) => {
    // After an approval the next draft is in this element at once, so the element must not animate back.
    shift(area, 0, direction !== 'end');
    setDrag(undefined);
    if (direction === 'end') commands.approve();
    if (direction === 'start') commands.openForm('reject');
  };
  const latest = useLatest({ canGo, onMove, onEnd });
  const follow = useCallback(
    (mark: HTMLSpanElement) => (mark.parentElement ? trackSwipes(mark.parentElement, latest) : undefined),
    [],
  );
  return (
    <>
      <span ref={follow} hidden />
      {drag && drag.x !== 0 && <Verdict {...drag} />}
    </>
  );
}

const BACK_MS = 120;

/** Moves the element along with the finger, or back to its place; not at all with reduced motion. */
function shift(area: HTMLElement, x: number, isSmooth = false): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  area.style.transition = isSmooth && !isStill ? `translate ${BACK_MS}ms` : 'none';
  area.style.translate = x === 0 || isStill ? '' : `${x}px`;
}

const looks = {
  end: ['bg-good-soft text-good', 'bg-connection-green text-on-accent'],
  start: ['bg-bad-soft text-bad', 'bg-bad-solid text-on-accent'],
} as const;

/** Shows what releasing would do, beside the moving element. Visual only: the thumb bar has buttons for the same. */
function Verdict({ x, direction, isFar, place }: Drag) {
  const [soft, solid] = looks[direction];
  return (
    <div
      aria-hidden="true"
      data-verdict={isFar ? direction : 'none'}
      style={{
        top: place.top,
        height: place.height,
        width: Math.abs(x),
        left: x > 0 ? place.left : place.right + x,
      }}
      className={classNames('pointer-events-none fixed z-10 flex items-center overflow-hidden', isFar ? solid : soft)}
    >
      <span className={classNames('flex w-20 shrink-0 flex-col items-center gap-1 font-semibold', x < 0 && 'ml-auto')}>
        {direction === 'end' ? <Check className="size-7" /> : <X className="size-7" />}
        {direction === 'end' ? <Trans>Approve</Trans> : <Trans>Reject</Trans>}
      </span>
    </div>
  );
}
