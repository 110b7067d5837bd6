import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A list and what is open from it, each scrolling by itself. Below 900 px only one of them is in sight. */
export function SplitView({
  list,
  detail,
  open,
  listLabel,
  detailLabel,
}: {
  list: ReactNode;
  detail: ReactNode;
  /** Whether something of the list is open; decides which side a narrow window shows. */
  open: boolean;
  listLabel: string;
  detailLabel: string;
}) {
  return (
    <div className="grid min-h-0 flex-1 md:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <section
        aria-label={listLabel}
        className={classNames(
          'flex min-h-0 min-w-0 flex-col overflow-y-auto md:border-line md:border-e',
          open && 'max-md:hidden',
        )}
      >
        {list}
      </section>
      <section
        aria-label={detailLabel}
        className={classNames('flex min-h-0 min-w-0 flex-col overflow-y-auto', !open && 'max-md:hidden')}
      >
        {detail}
      </section>
    </div>
  );
}
