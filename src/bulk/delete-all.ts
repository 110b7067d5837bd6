import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import type { Resource } from '#contract/resource.ts';
import { listen } from '#src/lib/listen.ts';
import { dismissToast, showToast } from '#src/ui/overlay/toasts.ts';
import { failuresOf, type Job, startJob } from './job-runner.ts';

/** Up to this many records, there is no progress: the deletion ends before the user could read it. */
const FEW = 10;
const STEPS = 20;

/** A count with the noun of the resource, such as "3 keywords". */
export function countRecords({ type }: Resource, count: number): string {
  switch (type) {
    case 'clients':
      return t`${plural(count, { one: '# client', other: '# clients' })}`;
    case 'master_keywords':
      return t`${plural(count, { one: '# keyword', other: '# keywords' })}`;
    case 'suggestions':
      return t`${plural(count, { one: '# suggestion', other: '# suggestions' })}`;
    case 'rooms':
      return t`${plural(count, { one: '# room', other: '# rooms' })}`;
    case 'support_draft_messages':
      return t`${plural(count, { one: '# draft', other: '# drafts' })}`;
    default:
      return t`${plural(count, { one: '# record', other: '# records' })}`;
  }
}

interface DeletionOutcome<Record> {
  /** How many were deleted. */
  done: number;
  failed: Record[];
  /** The last error. */
  reason: unknown;
}

/**
 * Deletes records with limited concurrency; many of them with a progress toast that can stop it. Records not started by
 * then are kept, and are neither done nor failed. While the page unloads, all requests start at once.
 */
export async function deleteAll<Record>(
  resource: Resource,
  records: readonly Record[],
  deleteOne: (record: Record) => Promise<void>,
  isUnloading = false,
): Promise<DeletionOutcome<Record>> {
  const job = startJob(records, deleteOne, isUnloading ? { concurrency: Number.POSITIVE_INFINITY } : {});
  const end = records.length > FEW && !isUnloading ? showProgress(resource, job) : undefined;
  await job.ended;
  end?.();
  const failures = failuresOf(job.outcomes);
  return { done: job.progress.get().done, failed: failures.map(({ item }) => item), reason: failures.at(-1)?.error };
}

function showProgress(resource: Resource, job: Job<unknown, void>): () => void {
  let toast: string | undefined;
  let shownStep = -1;
  const show = () => {
    const { done, failed, total: all } = job.progress.get();
    // Screen readers announce each update, so the progress has few steps.
    const step = Math.floor(((done + failed) * STEPS) / all);
    if (step === shownStep) return;
    shownStep = step;
    const [ended, total] = [i18n.number(done + failed), i18n.number(all)];
    toast = showToast({
      ...(toast && { id: toast }),
      text: t`Deleting ${ended} of ${total}`,
      lasts: Number.POSITIVE_INFINITY,
      action: { label: t`Stop`, onAct: job.cancel },
    });
  };
  const stopWatching = job.progress.subscribe(show);
  const stopAsking = listen(window, 'beforeunload', (event) => event.preventDefault());
  show();
  return () => {
    stopWatching();
    stopAsking();
    if (toast) dismissToast(toast);
    const { done: count, total: all, state } = job.progress.get();
    const [done, total] = [i18n.number(count), i18n.number(all)];
    if (state === 'cancelled') showToast({ text: t`Deleted ${done} of ${total}. The others were kept.` });
    else if (count > 0) showToast({ text: t`Deleted ${countRecords(resource, count)}`, tone: 'good' });
  };
}
