import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** An isolated stacking context: changes on one side need no painting or hit testing on the other. */
const SIDE = 'isolate flex min-h-0 min-w-0 flex-col overflow-y-auto bg-surface';

/** A list and the item open from it, each with its own scrolling. Below 900 px only one of them is visible. */
export function SplitView({
  list,
  detail,
  open,
  isListHidden = false,
  isReading = false,
  listLabel,
  detailLabel,
}: {
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
}) {
  const listSection = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const hasFocus = listSection.current?.contains(document.activeElement);
    if (isListHidden && hasFocus) document.querySelector('main')?.focus({ preventScroll: true });
  }, [isListHidden]);
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
        className={classNames(
          SIDE,
          'md:border-line md:border-e',
          open && 'max-md:hidden',
          isListHidden ? 'md:hidden' : 'outbox-list',
        )}
      >
        {list}
      </section>
      <section
        aria-label={detailLabel}
        className={classNames(
          SIDE,
          isReading && 'border-line min-[100rem]:max-w-reading min-[100rem]:border-e',
          !open && 'max-md:hidden',
        )}
      >
        {detail}
      </section>
    </div>
  );
}
