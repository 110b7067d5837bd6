import { queryOptions, useQuery } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { connection } from '#src/api/connection.ts';
import { isApplied } from '#src/api/decision.ts';
import { queryKeys, signedInId } from '#src/api/query-client.ts';
import { readAllPages } from '#src/api/read-all-pages.ts';
import { fetchList } from '#src/api/reads.ts';
import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { outbox, type PendingDecision } from '#src/outbox/outbox-store.ts';
import { onOutcome } from '#src/outbox/resolve-decisions.ts';
import { queueOverlay } from '../review-queue/queue-overlay.ts';

const MAX_PAGES = 10;

interface DecidedToday {
  count: number;
  isMinimum: boolean;
  /** Median time from opening a draft to deciding; undefined if this browser has measured none. */
  medianSeconds: number | undefined;
}

/** How many drafts the user has decided today: everywhere if the service reports it, else in this browser. */
export function useDecidedToday(): DecidedToday {
  const myId = useStore(queueOverlay, (marks) => marks.myId);
  const unsupported = useUnsupportedFilters(drafts);
  const enabled = myId !== undefined && !unsupported.includes('resolved_user_id') && !unsupported.includes('resolved');
  const { data } = useQuery({ ...decidedQuery(myId ?? '', startOfToday()), enabled });
  useStore(recorded);
  const { count, seconds } = paceOfToday();
  return { ...(data ?? { count, isMinimum: false }), medianSeconds: median(seconds) };
}

/** Counts a user's decisions since a Unix time in seconds; null if the service does not sort them. */
function decidedQuery(userId: string, sinceUnix: number) {
  return queryOptions({
    queryKey: [...queryKeys.resource(drafts), 'decided', userId, sinceUnix],
    queryFn: async ({ signal }) => {
      const query = {
        filter: { resolved: '1', resolved_user_id: userId },
        sort: ['-resolved_time_unix'],
        fields: { [drafts.type]: ['resolved_time_unix', 'resolved_user'] },
      };
      let decided = { count: 0, isMinimum: false };
      const readPage = (page: ListQuery['page']) => fetchList(drafts, { ...query, page }, { signal });
      for await (const { rows, page, isCut } of readAllPages(readPage, { maxPages: MAX_PAGES })) {
        const times = page.rows.map(({ resolved_time_unix: at }) => at ?? 0);
        if (times.some((at, index) => at > (times[index - 1] ?? at))) return null;
        const { length: count } = rows.filter(({ resolved_time_unix: at }) => (at ?? 0) >= sinceUnix);
        decided = { count, isMinimum: isCut && count === rows.length };
        if (count < rows.length) break;
      }
      return decided;
    },
  });
}

const startOfToday = () => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000);

/** Today's decisions of the user in this browser. */
interface Pace {
  /** The day, by this computer's clock. */
  day: string;
  count: number;
  /** Seconds from opening a draft to deciding, where known. */
  seconds: number[];
}

let opened: { id: string; atMs: number } | undefined;
/** Seconds from opening to deciding, of decisions that are not confirmed yet, by draft. */
const taken = new Map<string, number>();

/** Number of outcomes recorded by this page. When it changes, `paceOfToday` has new values. */
const recorded = createStore(0);

/** Notes that a draft was opened. */
export function recordDraftOpened(id: string | undefined): void {
  opened = id === undefined ? undefined : { id, atMs: performance.now() };
  taken.delete(id ?? '');
}

/** Today's decisions as stored in this browser. */
function paceOfToday(): Pace {
  const day = new Date().toDateString();
  const stored = asRecord(readStored('local', paceKey()));
  if (stored?.day !== day || typeof stored.count !== 'number' || !Array.isArray(stored.seconds))
    return { day, count: 0, seconds: [] };
  return { day, count: stored.count, seconds: stored.seconds.filter(Number.isFinite) };
}

/** The median, or the lower of the two middle values; undefined without values. */
const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];

/** Keyed by user, because several may share a browser. Read from the cache, as outcomes arrive on any page. */
function paceKey(): string {
  return `countersign.pace.${connection.get()?.key}.${signedInId() ?? ''}`;
}

outbox.subscribe(() => {
  const isOpened = ({ draftId, owner, connectionKey }: PendingDecision) =>
    draftId === opened?.id && owner === tabId && connectionKey === connection.get()?.key;
  if (!opened || taken.has(opened.id) || !outbox.get().some(isOpened)) return;
  taken.set(opened.id, Math.round((performance.now() - opened.atMs) / 1000));
});

onOutcome((entries, failures) => {
  const done = entries.filter((entry) => entry.connectionKey === connection.get()?.key && isApplied(failures, entry));
  const before = paceOfToday();
  const seconds = done.map(({ draftId }) => taken.get(draftId)).filter((time) => time !== undefined);
  for (const { draftId } of entries) taken.delete(draftId);
  writeStored('local', paceKey(), {
    ...before,
    count: before.count + done.length,
    seconds: [...before.seconds, ...seconds],
  });
  recorded.set(recorded.get() + 1);
});
