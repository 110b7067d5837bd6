import { useQuery } from '@tanstack/react-query';
import { rooms } from '#contract/rooms.ts';
import { asRecord } from '#src/lib/json.ts';
import { queryKeys } from '../query-client.ts';
import { request } from '../request.ts';
import { serviceDocumentQuery } from './service-document.ts';

/** Waits as our service records them. Times are Unix seconds. */
export interface WaitingHistory {
  /** When recording began; undefined if nothing is recorded yet. */
  sinceUnix: number | undefined;
  /** Visitors waiting in each minute (since 1970) of the last hours, from the first recorded one. */
  samples: readonly (readonly [minute: number, count: number])[];
  /** Waits that began in each hour of the last weeks, from the first recorded one. */
  starts: readonly HourlyStarts[];
}

/** The start of an hour in Unix seconds, and how many waits began in it. */
export type HourlyStarts = readonly [unix: number, count: number];

const MINUTE = 60;
const HOUR = 3600;
const MINUTE_MS = 60_000;

/** Recorded waits; null if the service does not record them. `isPending` until either is known. */
export function useWaitingHistory(): {
  history: WaitingHistory | null | undefined;
  isPending: boolean;
  error: unknown;
} {
  const { data: document, isPending } = useQuery({
    ...serviceDocumentQuery(),
    notifyOnChangeProps: ['data', 'isPending'],
  });
  const isOffered = document?.extensions.waiting_history !== undefined;
  const { data, error } = useQuery({
    queryKey: [...queryKeys.resource(rooms), 'waiting-history'],
    queryFn: async ({ signal }) =>
      parseWaitingHistory((await request({ path: `/${rooms.type}/waiting_history`, signal })).body),
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
    enabled: isOffered,
  });
  if (!isOffered) return { history: isPending ? undefined : null, isPending, error: null };
  return { history: data, isPending: data === undefined && error === null, error: data ? null : error };
}

/** Returns null if the answer has another shape. */
export function parseWaitingHistory(body: unknown): WaitingHistory | null {
  const history = asRecord(asRecord(asRecord(body)?.meta)?.waiting_history);
  const minutes = asRecord(history?.minutes);
  const hours = asRecord(history?.hours);
  if (!history || !minutes || !hours) return null;
  const since = history.recorded_since_unix;
  const sinceUnix = typeof since === 'number' ? since : undefined;
  const samples = series(minutes.from_unix, minutes.counts, MINUTE).map(([unix, count]): [number, number] => [
    unix / MINUTE,
    count,
  ]);
  return { sinceUnix, samples, starts: series(hours.from_unix, hours.starts, HOUR) };
}

/** Pairs the numbers of a series with their times in Unix seconds. Skips values that are not numbers. */
function series(from: unknown, values: unknown, step: number): [unix: number, value: number][] {
  if (typeof from !== 'number' || !Array.isArray(values)) return [];
  return values.flatMap((value: unknown, index) =>
    typeof value === 'number' ? [[from + index * step, value] as [number, number]] : [],
  );
}
