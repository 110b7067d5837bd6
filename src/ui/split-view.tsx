import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/** Drawn and hit by itself: what changes on one side need not be looked for on the other. */
const SIDE = 'isolate flex min-h-0 min-w-0 flex-col overflow-y-auto';

/** A list and what is open from it, each scrolling by itself. Below 900 px only one of them is in sight. */
export function SplitView({
  list,
  detail,
  open,
  isListHidden = false,
  listLabel,
  detailLabel,
}: {
  list: ReactNode;
  detail: ReactNode;
  /** Whether something of the list is open; decides which side a narrow window shows. */
  open: boolean;
  /** Whether what is open has a wide window for itself as well. */
  isListHidden?: boolean;
  listLabel: string;
  detailLabel: string;
}) {
  const listSection = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const hasFocus = listSection.current?.contains(document.activeElement);
    if (isListHidden && hasFocus) document.querySelector('main')?.focus({ preventScroll: true });
  }, [isListHidden]);
  return (
    <div className={classNames('grid pane', !isListHidden && 'md:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]')}>
      <section
        ref={listSection}
        aria-label={listLabel}
        className={classNames(SIDE, 'md:border-line md:border-e', open && 'max-md:hidden', isListHidden && 'md:hidden')}
      >
        {list}
      </section>
      <section aria-label={detailLabel} className={classNames(SIDE, !open && 'max-md:hidden')}>
        {detail}
      </section>
    </div>
  );
}
