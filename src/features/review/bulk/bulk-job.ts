import type { Connection } from '#src/api/connection.ts';
import { type Job, type JobOutcomes, startBatchJob } from '#src/bulk/job-runner.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { decidedHere } from '#src/outbox/decision-outcomes.ts';
import { deliverBatch, deliverDecision } from '#src/outbox/deliver.ts';
import type { QueueItem } from '../queue/queue-query.ts';

/** Retries while the service is busy or does not respond. */
const LOOKS = 3;

export interface BulkOrder {
  items: readonly QueueItem[];
  kind: 'approve' | 'reject';
  comment: string;
}

export type BulkJob = Job<QueueItem, undefined>;

/**
 * Decides drafts with at most six requests in flight. Drafts of the same room share one bulk request if the service
 * allows it. A failed draft does not stop the others.
 */
export function startBulkJob(order: BulkOrder, from: Connection): BulkJob {
  const rooms = Map.groupBy(order.items, ({ draft }) => draft.one.room?.id ?? `draft ${draft.id}`);
  return startBatchJob([...rooms.values()], (items) => decide(items, order, from), { concurrency: 6 });
}

/** Decides the selected drafts of one room; undefined if they have to be sent one by one. */
async function decide(
  items: readonly QueueItem[],
  { kind, comment }: BulkOrder,
  from: Connection,
): Promise<JobOutcomes<QueueItem, undefined> | undefined> {
  const decisions = items.map(({ draft }) => createDecision(draft, kind, { comment }));
  const [only, ...others] = decisions;
  const failures = others.length > 0 ? await deliverBatch(decisions, from) : {};
  if (!failures) return undefined;
  if (only && others.length === 0) await deliverDecision(only, from, { looks: LOOKS });
  const done = items.map(({ draft }) => draft.id).filter((id) => !Object.hasOwn(failures, id));
  decidedHere.change(from.key, (before) => new Set([...before, ...done]));
  return new Map(
    items.map((item) => {
      const { id } = item.draft;
      return [item, Object.hasOwn(failures, id) ? { error: failures[id] } : { result: undefined }];
    }),
  );
}
