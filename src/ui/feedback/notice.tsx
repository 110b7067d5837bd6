import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';

const tones = {
  plain: ['bg-hover', 'neutral'],
  warn: ['bg-warn-soft', 'warn'],
  bad: ['bg-bad-soft', 'danger'],
} as const;

/** A banner of one or two lines above its subject: stale data, a conflict, the result of a long job. */
export function Notice({
  tone = 'plain',
  role,
  mark,
  action,
  className,
  children,
}: {
  tone?: keyof typeof tones;
  role?: 'status';
  /** Names the tone, such as "Offline", which must not depend on colour alone. */
  mark?: string;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const [background, status] = tones[tone];
  return (
    <div
      role={role}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 forced-colors:border-y',
        background,
        className,
      )}
    >
      {mark && (
        <StatusBadge status={status} className="font-medium">
          {mark}
        </StatusBadge>
      )}
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {action}
    </div>
  );
}
