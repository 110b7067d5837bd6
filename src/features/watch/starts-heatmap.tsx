import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import type { HourlyStarts, WaitingHistory } from '#src/api/extensions/waiting-history.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { collectPages } from '#src/api/read-all-pages.ts';
import { fetchList } from '#src/api/reads.ts';
import { serverNow } from '#src/lib/clock.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { classNames } from '#src/ui/class-names.ts';
import { levelOf, type StartsByHour, startsByHour, summarizeStarts } from './starts-by-hour.ts';

/** In which hours of the week waits began, as recorded by the service: a table with coloured cells. */
export function BusiestHours({ history: { starts, sinceUnix } }: { history: WaitingHistory }) {
  const { t, i18n } = useLingui();
  const count = starts.reduce((sum, [, each]) => sum + each, 0);
  const from = starts[0]?.[0] ?? sinceUnix;
  const since = from === undefined ? '' : i18n.date(new Date(from * 1000), { dateStyle: 'medium' });
  return (
    <HeatmapSection title={<Trans>Busiest hours</Trans>}>
      {count === 0 ? (
        <Trans>No new visitors since recording started.</Trans>
      ) : (
        <>
          <Trans>
            <Plural value={count} one="# visitor" other="# visitors" /> since {since}
          </Trans>
          <Heatmap label={t`Busiest hours`} starts={starts} />
        </>
      )}
    </HeatmapSection>
  );
}

/** When the existing rooms were opened, for services that record no waits. */
export function OpenedRooms() {
  const { t, i18n } = useLingui();
  const { data, error } = useQuery(openedQuery());
  if (error) return <p className="text-muted text-sm">{errorMessage(error)}</p>;
  if (!data) return null;
  const { unixes, from, to } = data;
  const count = unixes.length;
  const days = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).formatRange(from, to);
  return (
    <HeatmapSection title={<Trans>New visitors per hour</Trans>}>
      <Trans>
        <Plural value={count} one="# support room" other="# support rooms" /> opened {days}.
      </Trans>{' '}
      <Trans>This server doesn’t record waiting times.</Trans> <Trans>Deleted rooms aren’t counted.</Trans>
      <Heatmap label={t`New visitors per hour`} starts={unixes.map((unix): HourlyStarts => [unix, 1])} />
    </HeatmapSection>
  );
}

function HeatmapSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0 grow basis-80 sm:max-w-120">
      <h2 className="font-medium">{title}</h2>
      <div className="text-muted text-sm">{children}</div>
    </section>
  );
}

/** Colours by level, from none to the maximum. */
const backgrounds = ['', 'bg-busy/12', 'bg-busy/24', 'bg-busy/36', 'bg-busy/48'] as const;

function Heatmap({ label, starts }: { label: string; starts: readonly HourlyStarts[] }) {
  const { i18n } = useLingui();
  const byHour = startsByHour(starts, i18n.locale);
  const { days, rows, most } = byHour;
  return (
    <>
      <HeatmapSummary starts={byHour} />
      <table aria-label={label} className="w-full text-ink table-fixed text-center text-xs">
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
                  className={classNames('border border-surface leading-4', backgrounds[levelOf(count, most)])}
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
function HeatmapSummary({ starts }: { starts: StartsByHour }) {
  const { i18n } = useLingui();
  const { peak, busiest, quiet } = summarizeStarts(starts);
  return (
    <ul className="pb-2 text-ink">
      {peak && (
        <li>
          <Trans>
            Peak: {peak.day} {peak.hours} (<Plural value={peak.count} one="# visitor" other="# visitors" />)
          </Trans>
        </li>
      )}
      {busiest && (
        <li>
          <Trans>
            Busiest day: {busiest.day} ({i18n.number(busiest.count)})
          </Trans>
        </li>
      )}
      {quiet && (
        <li>
          <Trans>
            No visitors between {quiet.from} and {quiet.to}
          </Trans>
        </li>
      )}
    </ul>
  );
}

const MAX_PAGES = 5;
const FIELDS = ['created_at_unix', 'kind'];

/** Opening times of support rooms on completely read days; null if there is no such day. */
function openedQuery() {
  const query = { filter: { kind: 'support_room' }, sort: ['-created_at_unix'], fields: { rooms: FIELDS } };
  return queryOptions({
    queryKey: [...queryKeys.resource(rooms), 'opened'],
    queryFn: async ({ signal }): Promise<CompleteDays | null> => {
      const readPage = (page: ListQuery['page']) => fetchList(rooms, { ...query, page }, { signal });
      const { rows, isCut } = await collectPages(readPage, { maxPages: MAX_PAGES });
      const support = rows.filter(({ kind }) => kind === 'support_room');
      const newestFirst = support.map((room) => room.created_at_unix);
      return completeDays(newestFirst, isCut, serverNow() * 1000) ?? null;
    },
    staleTime: 60 * 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Unix times (seconds) within days, in local time, whose data is complete. */
interface CompleteDays {
  unixes: number[];
  from: Date;
  to: Date;
}

/**
 * Keeps the times of complete days: not today, and if older times were not read, not the day at which reading ended.
 * The numbers of a day therefore never change later. Undefined if no day is complete.
 */
export function completeDays(newestFirst: readonly number[], isCut: boolean, nowMs: number): CompleteDays | undefined {
  const oldest = newestFirst.at(-1);
  // If they are not in order, there may be gaps anywhere.
  const isSorted = newestFirst.every((unix, index) => index === 0 || unix <= (newestFirst[index - 1] ?? unix));
  if (oldest === undefined || (isCut && !isSorted)) return undefined;
  const today = dayStart(nowMs, 0);
  const from = dayStart((isCut ? oldest : Math.min(...newestFirst)) * 1000, isCut ? 1 : 0);
  if (from >= today) return undefined;
  const unixes = newestFirst.filter((unix) => unix * 1000 >= from.getTime() && unix * 1000 < today.getTime());
  return { unixes, from, to: dayStart(nowMs, -1) };
}

function dayStart(ms: number, daysLater: number): Date {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater);
}
