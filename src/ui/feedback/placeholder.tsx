import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** A text placeholder; give it the width and height of that text. */
export function Skeleton({ className = 'w-24' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block h-3 rounded-[3px] bg-pressed forced-colors:border', className)}
    />
  );
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'];

/** Rows as high as the list's own, to avoid a layout shift; screen readers get one word. */
export function SkeletonRows({ rows = 8, className = 'h-row' }: { rows?: number; className?: string }) {
  return (
    <>
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      <div aria-hidden="true">
        {[...Array(rows).keys()].map((row) => (
          <div key={row} className={classNames('flex items-center gap-4 border-line border-b px-4', className)}>
            <Skeleton className={widths[row % widths.length]} />
            <Skeleton className="ms-auto w-12" />
          </div>
        ))}
      </div>
    </>
  );
}

/** Why there is nothing here, in one sentence, and the action to take. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center text-muted">
      <p className="max-w-dialog text-balance">{children}</p>
      {action}
    </div>
  );
}
