import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { classNames } from '#src/ui/class-names.ts';

/** An isolated stacking context: changes on one side need no painting or hit testing on the other. */
const SIDE = 'isolate flex min-h-0 min-w-0 flex-col overflow-y-auto border-line bg-surface';

interface SplitViewProps {
  list: ReactNode;
  detail: ReactNode;
  /** Whether an item is open; decides which side a narrow window shows. */
  open: boolean;
  /** Whether the detail fills wide windows as well. */
  isListHidden?: boolean;
  /** Whether the detail is a single column to read, with a limited line length. */
  isReading?: boolean;
  listLabel: string;
  detailLabel: string;
}

/** A list and the item open from it, each with its own scrolling. Below 900 px only one of them is visible. */
export function SplitView({ list, detail, open, isListHidden, isReading, listLabel, detailLabel }: SplitViewProps) {
  const listSection = useRef<HTMLElement>(null);
  const isListGone = useBreakpoint()('md') ? isListHidden : open;
  useLayoutEffect(() => {
    if (isListGone && listSection.current?.contains(document.activeElement))
      document.querySelector('main')?.focus({ preventScroll: true });
  }, [isListGone]);
  return (
    <div
      className={classNames(
        'grid pane bg-canvas',
        !isListHidden && 'md:grid-cols-[clamp(20rem,25vw,40rem)_minmax(0,1fr)]',
      )}
    >
      <section
        ref={listSection}
        aria-label={listLabel}
        className={classNames(SIDE, 'md:border-e', open && 'max-md:hidden', isListHidden ? 'md:hidden' : 'outbox-list')}
      >
        {list}
      </section>
      <section
        aria-label={detailLabel}
        className={classNames(
          SIDE,
          isReading && 'min-[100rem]:max-w-reading min-[100rem]:border-e',
          !open && 'max-md:hidden',
        )}
      >
        {/* A narrow window hides the list and its header. */}
        <h1 className="sr-only md:hidden">{detailLabel}</h1>
        {detail}
      </section>
    </div>
  );
}
