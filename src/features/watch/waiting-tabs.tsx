import { useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { roomSummary } from '#src/api/extensions/room-summary.ts';
import type { HistoryPage } from '#src/api/list-page.ts';
import { completeSummary, inReviewByRoomQuery, newestMessageQuery } from '#src/domain/rooms/complete-summary.ts';
import { type AnswerState, answerState } from '#src/domain/rooms/room-cells.tsx';
import type { WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { type ListAddress, parseListAddress } from '#src/list/list-address.ts';
import { paths } from '#src/paths.ts';
import { TabCount, Tabs, tabClass } from '#src/ui/layout/page-header.tsx';
import { tabbedHeader } from '#src/ui/layout/tabbed-header.ts';

export type WaitingTab = 'all' | 'unanswered' | 'in_review';

/** Rooms with the filters of this page: its tabs. */
const watchedRooms: Resource = { ...rooms, filters: { state: { kind: 'equals' } } };

/** The tab of a URL, and the parameters that the page ignores. */
export function readWatchAddress(search: string): Pick<ListAddress, 'leftOut'> & { tab: WaitingTab } {
  const { asked, leftOut } = parseListAddress(watchedRooms, search);
  const { state } = asked.filter;
  if (state === undefined || state === 'unanswered' || state === 'in_review') return { tab: state ?? 'all', leftOut };
  return { tab: 'all', leftOut: [...leftOut, 'filter[state]'] };
}

export const tabQuery = (tab: WaitingTab): Partial<ListQuery> => (tab === 'all' ? {} : { filter: { state: tab } });

/** Whether a room is listed in a tab. An unknown state counts as unanswered. */
export const isInTab = (tab: WaitingTab, state: AnswerState | undefined): boolean =>
  tab === 'all' || (state ?? 'unanswered') === tab;

const NOTHING = {};

/** The states of waiting rooms by id, as far as they have been read. */
export function useAnswerStates(waiting: readonly WaitingRoom[]): Readonly<Record<string, AnswerState | undefined>> {
  const withoutSummary = useMemo(() => waiting.filter(({ room }) => !roomSummary(room)), [waiting]);
  const { data: inReview } = useQuery({ ...inReviewByRoomQuery(), enabled: withoutSummary.length > 0 });
  // From the cache only: the rows fetch these once they are visible.
  const queries = withoutSummary.map(({ room }) => ({ ...newestMessageQuery(room.id), enabled: false }));
  const newest = useQueries({ queries, combine: pagesOf });
  return useMemo(() => {
    if (waiting.length === 0) return NOTHING;
    const newestOf = new Map(withoutSummary.map(({ room }, index) => [room.id, newest[index] ?? undefined]));
    const stateOf = ({ room }: WaitingRoom) =>
      answerState(room, roomSummary(room) ?? completeSummary(room.id, newestOf.get(room.id), inReview));
    return Object.fromEntries(waiting.map((each) => [each.room.id, stateOf(each)]));
  }, [waiting, withoutSummary, newest, inReview]);
}

const pagesOf = (results: UseQueryResult<HistoryPage>[]) => results.map(({ data }) => data ?? null);

export function WaitingTabs({
  tab,
  counts,
}: {
  tab: WaitingTab;
  counts: Readonly<Record<WaitingTab, string>> | undefined;
}) {
  const { t } = useLingui();
  const tabs: [tab: WaitingTab, label: string][] = [
    ['all', t`Waiting`],
    ['unanswered', t`No answer yet`],
    ['in_review', t`Draft in review`],
  ];
  return (
    <Tabs label={t`State`} className={tabbedHeader.tabs}>
      {tabs.map(([name, label]) => (
        <Link
          key={name}
          to={paths.watch(tabQuery(name))}
          aria-current={tab === name ? 'page' : undefined}
          className={tabClass}
        >
          {label} {counts && <TabCount>{counts[name]}</TabCount>}
        </Link>
      ))}
    </Tabs>
  );
}
