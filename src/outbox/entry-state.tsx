import { Trans } from '@lingui/react/macro';
import { JobSummary } from '#src/bulk/job-progress.tsx';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/text/countdown.tsx';
import type { OutboxEntry } from './outbox-entries.ts';
import type { DecisionJob } from './resolve-decisions.ts';

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
export function EntryState({ entry, className }: { entry: OutboxEntry; className: string }) {
  const { state, dueAt, job, isOfOtherTab } = entry;
  if (state === 'unknown') {
    return (
      <p data-tooltip-cut="" className={className}>
        <Trans>Connection lost – checking whether it was sent</Trans>
      </p>
    );
  }
  if (state === 'busy') {
    return (
      <p data-tooltip-cut="" className={className}>
        <Trans>
          Server busy – retrying in <Countdown until={dueAt} />
        </Trans>
      </p>
    );
  }
  if (job) {
    return (
      <p data-tooltip-cut="" className={className}>
        <JobSummary job={job} />
      </p>
    );
  }
  if (!isOfOtherTab) return null;
  return (
    <p className={className}>
      <Trans>in another tab</Trans>
    </p>
  );
}

/** Pauses, resumes and cancels a batch. */
export function JobButtons({ job }: { job: DecisionJob }) {
  const { state } = useStore(job.progress);
  return (
    <>
      {state === 'running' && (
        <Button size="small" onClick={job.pause}>
          <Trans>Pause</Trans>
        </Button>
      )}
      {state === 'paused' && (
        <Button size="small" onClick={job.resume}>
          <Trans>Resume</Trans>
        </Button>
      )}
      <Button size="small" disabled={state === 'cancelled'} onClick={job.cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  );
}
