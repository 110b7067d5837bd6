import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { dismissToast, showToast } from '#src/ui/toasts.ts';
import { type Job, startJob } from './job.ts';

/** Up to this many, deletion ends before the user could read its progress. */
const FEW = 10;
const STEPS = 20;

/**
 * Deletes records with limited concurrency; many of them with progress and a way to stop. Returns those that failed,
 * with the last error. Records not started when stopped stay.
 */
export async function deleteAll<Record>(
  records: readonly Record[],
  deleteOne: (record: Record) => Promise<void>,
): Promise<{ failed: Record[]; reason: unknown }> {
  const job = startJob(records, deleteOne);
  const isLong = records.length > FEW;
  const end = isLong ? showProgress(job) : undefined;
  await job.ended;
  end?.();
  const failures = [...job.outcomes].flatMap(([record, outcome]) =>
    'error' in outcome ? [{ record, reason: outcome.error }] : [],
  );
  return { failed: failures.map(({ record }) => record), reason: failures.at(-1)?.reason };
}

function showProgress(job: Job<unknown, void>): () => void {
  let toast: string | undefined;
  let shownStep = -1;
  const show = () => {
    const { done, failed, total: all } = job.progress.get();
    // Screen readers announce each toast, so there are few.
    const step = Math.floor(((done + failed) * STEPS) / all);
    if (step === shownStep) return;
    shownStep = step;
    const [ended, total] = [i18n.number(done + failed), i18n.number(all)];
    toast = showToast({
      ...(toast && { id: toast }),
      text: t`Deleting: ${ended} of ${total}`,
      lasts: Number.POSITIVE_INFINITY,
      action: { label: t`Stop`, onAct: job.cancel },
    });
  };
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const stopWatching = job.progress.subscribe(show);
  window.addEventListener('beforeunload', ask);
  show();
  return () => {
    stopWatching();
    window.removeEventListener('beforeunload', ask);
    if (toast) dismissToast(toast);
    const { done: count, total: all, state } = job.progress.get();
    const [done, total] = [i18n.number(count), i18n.number(all)];
    if (state === 'cancelled') showToast({ text: t`Deleted ${done} of ${total}; the others stay.` });
    else if (count > 0) showToast({ text: t`Deleted ${plural(count, { other: '# records' })}`, tone: 'good' });
  };
}
