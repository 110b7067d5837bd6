import { Trans } from '@lingui/react/macro';
import type { Finding } from '#src/domain/checks/finding.ts';
import { FindingMark } from '#src/domain/checks/finding-words.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';

/** The gravest finding in a line of the queue. */
export function RowMark({ found: [first, ...others] }: { found: readonly Finding[] }) {
  if (!first) return null;
  const more = others.length;
  return (
    <StatusBadge status="warn" className="shrink-0 text-sm">
      <FindingMark finding={first} />
      {more > 0 && (
        <>
          {' '}
          <Trans>+{more}</Trans>
        </>
      )}
    </StatusBadge>
  );
}
