import type { Connection } from '#src/api/connection.ts';
import { decisionOn } from '#src/decisions/decision-on.ts';
import { deliverDecision } from '#src/decisions/deliver-decision.ts';
import { decidedHere } from '#src/decisions/outbox/decision-outcomes.ts';
import { type Failures, sendTogether } from '#src/decisions/send-together.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { QueueItem } from '../queue/queue-item.ts';

const MOST_AT_ONCE = 6;
/** Retries while the service is busy or does not respond. */
const LOOKS = 3;

export interface BulkProgress {
  state: 'running' | 'paused' | 'cancelled' | 'finished';
  total: number;
  done: readonly string[];
  /** Errors by draft id. */
  failed: Failures;
}

/** A running bulk decision. */
export interface BulkJob {
  kind: 'approve' | 'reject';
  progress: Store<BulkProgress>;
  pause: () => void;
  resume: () => void;
  /** Requests in flight complete; the remaining drafts stay undecided. */
  cancel: () => void;
}

interface BulkOrder {
  items: readonly QueueItem[];
  kind: 'approve' | 'reject';
  comment: string;
}

/**
 * Decides drafts with at most six requests in flight. Drafts of the same room share one bulk request if the tenant
 * allows it. A failed draft does not stop the others.
 */
export function startBulkJob(order: BulkOrder, from: Connection): BulkJob {
  const progress = createStore<BulkProgress>({ state: 'running', total: order.items.length, done: [], failed: {} });
  const waiting = groupByRoom(order.items);
  let running = 0;

  const note = (group: QueueItem[], failures: Failures) => {
    const now = progress.get();
    const done = group.map(({ draft }) => draft.id).filter((id) => !Object.hasOwn(failures, id));
    decidedHere.change(from.key, (before) => new Set([...before, ...done]));
    progress.set({ ...now, done: [...now.done, ...done], failed: { ...now.failed, ...failures } });
  };
  const pump = () => {
    const { state } = progress.get();
    while (state === 'running' && running < MOST_AT_ONCE) {
      const group = waiting.shift();
      if (!group) break;
      running++;
      void decideGroup(group, order, from).then((failures) => {
        running--;
        if (failures) note(group, failures);
        else if (progress.get().state !== 'cancelled') waiting.unshift(...group.map((item) => [item]));
        pump();
      });
    }
    if (running === 0 && waiting.length === 0 && state !== 'finished')
      progress.set({ ...progress.get(), state: 'finished' });
  };
  const setState = (state: BulkProgress['state']) => {
    if (progress.get().state !== 'finished') progress.set({ ...progress.get(), state });
  };
  pump();
  return {
    kind: order.kind,
    progress,
    pause: () => setState('paused'),
    resume: () => {
      setState('running');
      pump();
    },
    cancel: () => {
      waiting.length = 0;
      setState(running === 0 ? 'finished' : 'cancelled');
    },
  };
}

function groupByRoom(items: readonly QueueItem[]): QueueItem[][] {
  const groups = Map.groupBy(items, ({ draft }) => draft.one.room?.id ?? `draft ${draft.id}`);
  return [...groups.values()];
}

/** Decides the selected drafts of one room; undefined if they have to be sent one by one. */
async function decideGroup(
  group: QueueItem[],
  { kind, comment }: BulkOrder,
  from: Connection,
): Promise<Failures | undefined> {
  const decisions = group.map(({ draft }) => decisionOn(draft, kind, { comment }));
  const [only, ...others] = decisions;
  try {
    if (others.length > 0) return await sendTogether(decisions, from);
    if (only) await deliverDecision(only, from, { looks: LOOKS });
    return {};
  } catch (error) {
    return Object.fromEntries(decisions.map(({ draftId }) => [draftId, error]));
  }
}
