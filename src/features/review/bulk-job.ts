import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeRecord } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import { asRecord } from '#src/lib/json.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { decisionOn } from '#src/records/decision-on.ts';
import { decidedHere } from '#src/records/decision-outbox.ts';
import { roomDraftsQuery } from '#src/records/room-drafts-query.ts';
import { findOutcome, isAnswerLost, sendDecision } from '#src/records/send-decision.ts';
import type { QueueItem } from './queue-item.ts';

const MOST_AT_ONCE = 6;

export interface BulkProgress {
  state: 'running' | 'paused' | 'cancelled' | 'finished';
  total: number;
  done: readonly string[];
  /** Why drafts were not decided, by id; an empty text where nobody said. */
  failed: Readonly<Record<string, unknown>>;
}

/** A decision about many drafts, under way. */
export interface BulkJob {
  kind: 'approve' | 'reject';
  progress: Store<BulkProgress>;
  pause: () => void;
  resume: () => void;
  /** What has been sent arrives; the rest stays as it is. */
  cancel: () => void;
}

interface BulkOrder {
  items: readonly QueueItem[];
  kind: 'approve' | 'reject';
  comment: string;
}

/**
 * Decides drafts, six requests at a time. Where all drafts of a room are chosen, they go by the room's own action in
 * one request. A draft that fails stops no other.
 */
export function startBulkJob(order: BulkOrder, from: Connection): BulkJob {
  const progress = createStore<BulkProgress>({ state: 'running', total: order.items.length, done: [], failed: {} });
  const waiting = groupByRoom(order.items);
  let running = 0;

  const note = ({ done = [], failed = {} }: Outcome) => {
    const now = progress.get();
    decidedHere.set(new Set([...decidedHere.get(), ...done]));
    progress.set({ ...now, done: [...now.done, ...done], failed: { ...now.failed, ...failed } });
  };
  const pump = () => {
    const { state } = progress.get();
    while (state === 'running' && running < MOST_AT_ONCE) {
      const group = waiting.shift();
      if (!group) break;
      running++;
      void decideGroup(group, order, from, (rest) => waiting.unshift(...rest)).then((outcome) => {
        running--;
        note(outcome);
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

interface Outcome {
  done?: string[];
  failed?: Record<string, unknown>;
}

function groupByRoom(items: readonly QueueItem[]): QueueItem[][] {
  const groups = Map.groupBy(items, ({ draft }) => draft.one.room?.id ?? `draft ${draft.id}`);
  return [...groups.values()];
}

/** Decides the chosen drafts of one room; `putBack` takes those that have to go one by one. */
async function decideGroup(
  group: QueueItem[],
  order: BulkOrder,
  from: Connection,
  putBack: (rest: QueueItem[][]) => void,
): Promise<Outcome> {
  const [first] = group;
  if (!first) return {};
  if (group.length === 1) return decideOne(first, order, from);
  try {
    if (await isWholeRoom(group)) return await decideRoom(group, order, from);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Whether a lost answer did its work shows when each is looked at by itself.
  }
  putBack(group.map((item) => [item]));
  return {};
}

async function decideOne({ draft }: QueueItem, { kind, comment }: BulkOrder, from: Connection): Promise<Outcome> {
  const decision = decisionOn(draft, kind, { comment });
  try {
    await sendDecision(decision, from).catch((error: unknown) => {
      if (isAnswerLost(error)) return findOutcome(decision, from);
      throw error;
    });
    return { done: [draft.id] };
  } catch (error) {
    return { failed: { [draft.id]: error } };
  }
}

/** Whether the room has no other draft in review: tenants need not know the ids that go with the room's action. */
async function isWholeRoom(group: QueueItem[]): Promise<boolean> {
  const room = group[0]?.room;
  if (!room || connection.get() === undefined) return false;
  const found = await queryClient.fetchQuery({ ...roomDraftsQuery(room.id, room.name), staleTime: 0 });
  const chosen = new Set(group.map(({ draft }) => draft.id));
  return !found.isCut && found.rows.every(({ id }) => chosen.has(id));
}

async function decideRoom(group: QueueItem[], { kind, comment }: BulkOrder, from: Connection): Promise<Outcome> {
  const roomId = group[0]?.room?.id ?? '';
  const ids = group.map(({ draft }) => draft.id);
  const answer = await request({
    method: 'PUT',
    path: `/rooms/${encodeURIComponent(roomId)}/${kind}_support_draft_messages`,
    body: { data: { type: rooms.type, id: roomId, attributes: { ids, comment: comment || undefined } } },
    from,
  });
  for (const row of readList(drafts, answer, {}).rows) mergeRecord(drafts, row);
  const refused = readRefused(answer.body);
  return { done: ids.filter((id) => !(id in refused)), failed: refused };
}

/** `meta.refused` of our service, by id; other tenants say nothing of the kind. */
function readRefused(body: unknown): Record<string, unknown> {
  const refused = asRecord(asRecord(body)?.meta)?.refused;
  const errors = (Array.isArray(refused) ? refused : []).map((item): [string, unknown] => {
    const { id, code, detail } = asRecord(item) ?? {};
    const read = { code: String(code ?? ''), title: '', detail: String(detail ?? ''), field: undefined, meta: {} };
    return [String(id), new ApiError('refused', 422, [read])];
  });
  return Object.fromEntries(errors);
}
