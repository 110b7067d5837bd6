import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { classNames } from '#src/ui/class-names.ts';
import { levelOf, type StartsByHour, startsByHour, startsStandingOut } from './starts-by-hour.ts';

/** When rooms start to wait, by weekday and hour: a table with coloured cells. */
export function StartsHeatmap() {
  const { i18n } = useLingui();
  const sentence = useErrorSentence();
  const { data, error } = useQuery(startsQuery());
  if (error) return <p className="text-muted text-sm">{sentence(error)}</p>;
  if (!data || data.unix.length === 0) return null;
  return (
    <section>
      <h2 className="font-medium">
        <Trans>When rooms begin to wait</Trans>
      </h2>
      <p className="pb-2 text-muted text-sm">
        {data.isCut ? (
          <Trans>The newest {i18n.number(data.unix.length)} support rooms, by weekday and hour.</Trans>
        ) : (
          <Plural
            value={data.unix.length}
            one="# support room, by weekday and hour."
            other="# support rooms, by weekday and hour."
          />
        )}{' '}
        <Trans>Of waits that are over, the hour in which the room was opened.</Trans>
      </p>
      <Heatmap unix={data.unix} />
    </section>
  );
}

/** Colours by level, from none to the maximum. */
const grounds = ['', 'bg-busy/12', 'bg-busy/24', 'bg-busy/36', 'bg-busy/48'] as const;

function Heatmap({ unix }: { unix: readonly number[] }) {
  const { t, i18n } = useLingui();
  const starts = startsByHour(unix, i18n.locale);
  const { days, rows, most } = starts;
  return (
    <>
      <InWords starts={starts} />
      <table aria-label={t`Rooms that began to wait`} className="w-full table-fixed text-center text-xs">
        <thead>
          <tr>
            <th scope="col" className="w-12 pe-2 text-end font-normal text-muted">
              <Trans>Hour</Trans>
            </th>
            {days.map(({ day, short, long }) => (
              <th key={day} scope="col" abbr={long} className="py-0.5 font-normal text-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, words, counts }) => (
            <tr key={hour}>
              <th scope="row" className="pe-2 text-end font-normal text-muted">
                {words}
              </th>
              {counts.map((count, index) => (
                <td
                  key={days[index]?.day}
                  className={classNames('border border-surface leading-4', grounds[levelOf(count, most)])}
                >
                  {count > 0 ? i18n.number(count) : <span className="text-faint">·</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Text alternative to the colours. */
function InWords({ starts }: { starts: StartsByHour }) {
  const { i18n } = useLingui();
  const { peak, busiest, quiet } = startsStandingOut(starts);
  return (
    <ul className="pb-2 text-sm">
      {peak && (
        <li>
          <Trans>
            Most in one hour: {peak.day}, {peak.hour}, {i18n.number(peak.count)}.
          </Trans>
        </li>
      )}
      {busiest && (
        <li>
          <Trans>
            Most in one day: {busiest.day}, {i18n.number(busiest.count)}.
          </Trans>
        </li>
      )}
      {quiet && (
        <li>
          <Trans>
            None from {quiet.from} to {quiet.to}.
          </Trans>
        </li>
      )}
    </ul>
  );
}

interface Starts {
  /** Start times, Unix seconds, unordered. */
  unix: number[];
  /** There are older rooms that were not loaded. */
  isCut: boolean;
}

const MOST_PAGES = 5;
const FIELDS = ['awaiting_support', 'created_at_unix', 'kind'];

/**
 * Start times of the newest support rooms: `awaiting_since` for waiting rooms, else the creation time
 * (when the visitor came in), because the API keeps no history of past waits.
 */
function startsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.resource(rooms), 'starts'],
    queryFn: async ({ signal }): Promise<Starts> => {
      const unix: number[] = [];
      for (let number = 1; ; number++) {
        const page = { number, size: PAGE_SIZE.most };
        const query = { filter: { kind: 'support_room' }, sort: ['-created_at_unix'], fields: { rooms: FIELDS }, page };
        const answer = await fetchList(rooms, query, { signal });
        const support = answer.rows.filter(({ kind }) => kind === 'support_room');
        unix.push(...support.map(({ meta, created_at_unix }) => meta.awaiting_since_unix || created_at_unix));
        if (!answer.hasNext) return { unix, isCut: false };
        if (number === MOST_PAGES) return { unix, isCut: true };
      }
    },
    staleTime: 60 * 60_000,
    refetchOnWindowFocus: false,
  });
}
