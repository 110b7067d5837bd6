import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { JobSummary } from '#src/bulk/job-progress.tsx';
import { Countdown } from '#src/ui/text/countdown.tsx';
import type { OutboxEntry } from './outbox-entries.ts';

const ISOLATES = /[\u2068\u2069]+/;

/** One-line sentence; truncates the bidi-isolated quotation, not the sentence. */
export function OneLine({ children }: { children: string }) {
  const [before, quoted, ...after] = children.split(ISOLATES);
  if (quoted === undefined) {
    return (
      <span data-tooltip-cut="" className="block truncate">
        {children}
      </span>
    );
  }
  return (
    <span className="flex whitespace-pre">
      <span className="shrink-0">{before}</span>
      <bdi data-tooltip-cut="" className="min-w-0 truncate">
        {quoted}
      </bdi>
      <span className="shrink-0">{after.join('')}</span>
    </span>
  );
}

/** Status line of an entry: outcome unknown, server busy, batch progress, or owned by another tab. */
export function EntryState({ entry, className }: { entry: OutboxEntry; className?: string }) {
  const status = statusOf(entry);
  if (!status) return null;
  return (
    <p data-tooltip-cut="" className={className}>
      {status}
    </p>
  );
}

function statusOf({ state, dueAt, job, isOfOtherTab }: OutboxEntry): ReactNode {
  if (state === 'unknown') return <Trans>Connection lost – checking whether it was sent</Trans>;
  if (state === 'busy') {
    return (
      <Trans>
        Server busy – retrying in <Countdown until={dueAt} />
      </Trans>
    );
  }
  if (job) return <JobSummary job={job} />;
  return isOfOtherTab && <Trans>in another tab</Trans>;
}
