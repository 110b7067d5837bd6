import { queryOptions, useQuery } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { useStore } from '#src/lib/store.ts';
import { median, paceOfToday, recorded } from './pace.ts';
import { queueMarks } from './queue-marks.ts';

const MOST_PAGES = 10;

interface DecidedToday {
  count: number;
  isMinimum: boolean;
  /** Median time from opening a draft to deciding; undefined if this browser has measured none. */
  medianSeconds: number | undefined;
}

/** How many drafts the user has decided today: everywhere if the service reports it, else in this browser. */
export function useDecidedToday(): DecidedToday {
  const myId = useStore(queueMarks, (marks) => marks.myId);
  const lacking = useUnsupportedFilters(drafts);
  const isTold = myId !== undefined && !lacking.includes('resolved_user_id') && !lacking.includes('resolved');
  const { data } = useQuery({ ...decidedQuery(myId ?? '', startOfToday()), enabled: isTold });
  useStore(recorded);
  const { count, seconds } = paceOfToday();
  return { ...(data ?? { count, isMinimum: false }), medianSeconds: median(seconds) };
}

/** Counts a user's decisions since a Unix time in seconds; null if the service does not sort them. */
function decidedQuery(userId: string, sinceUnix: number) {
  return queryOptions({
    queryKey: [...queryKeys.resource(drafts), 'decided', userId, sinceUnix],
    queryFn: async ({ signal }) => {
      for (let number = 1, count = 0; ; number++) {
        const { rows, hasNext } = await fetchList(
          drafts,
          {
            filter: { resolved: '1', resolved_user_id: userId },
            sort: ['-resolved_time_unix'],
            fields: { [drafts.type]: ['resolved_time_unix', 'resolved_user'] },
            page: { number, size: PAGE_SIZE.most },
          },
          { signal },
        );
        const times = rows.map(({ resolved_time_unix: at }) => at ?? 0);
        if (times.some((at, index) => at > (times[index - 1] ?? at))) return null;
        const recent = times.filter((at) => at >= sinceUnix).length;
        count += recent;
        if (!hasNext || recent < rows.length) return { count, isMinimum: false };
        if (number === MOST_PAGES) return { count, isMinimum: true };
      }
    },
  });
}

const startOfToday = () => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000);
