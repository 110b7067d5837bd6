import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatListQuery, isYes, type ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { meQuery } from '#src/api/me-query.ts';
import { countsQuery } from '#src/api/queries.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { startCase } from '#src/lib/start-case.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { isYesNo, omitFilters } from '#src/list/list-address.ts';
import { useListQuery } from '#src/list/use-list-query.ts';
import { paths } from '#src/paths.ts';
import { TabCount, Tabs, tabClass } from '#src/ui/layout/page-header.tsx';

export const roomFilters: FilterSpec<typeof rooms>[] = [
  { name: 'name_like', label: msg`Search names` },
  {
    name: 'kind',
    label: msg`Type`,
    words: { support_room: msg`Support`, direct_room: msg`Direct`, group_room: msg`Group` },
  },
  {
    name: 'awaiting_support',
    label: msg`Waiting`,
    words: { true: msg`Waiting`, false: msg`Not waiting` },
  },
  {
    name: 'replied',
    label: msg`Last message from`,
    words: {
      '': msg`Last message from: anyone`,
      true: msg`Last message from staff`,
      false: msg`Last message from the visitor`,
    },
  },
  {
    name: 'private_rooms',
    label: msg`Show`,
    oneOf: {
      private_rooms: msg`Private rooms`,
      private_rooms_with_active_support: msg`Private rooms in progress`,
      private_rooms_with_active_or_awaiting_support: msg`Private rooms waiting or in progress`,
      support_rooms_with_active_support: msg`Support rooms in progress`,
      support_rooms_with_active_or_awaiting_support: msg`Support rooms waiting or in progress`,
      current_users_support_rooms_with_active_or_awaiting_support: msg`My support rooms waiting or in progress`,
    },
  },
  { name: 'starred', label: msg`Starred`, words: { true: msg`Starred`, false: msg`Not starred` } },
  {
    name: 'current_user_is_member',
    label: msg`My rooms`,
    words: { true: msg`My rooms`, false: msg`Rooms I’m not in` },
  },
  { name: 'is_private', label: msg`Private`, words: { true: msg`Private`, false: msg`Not private` } },
  { name: 'support_room_name_like', label: msg`Search names of support rooms` },
  { name: 'name', label: msg`Exact name` },
  { name: 'id', label: msg`ID` },
  { name: 'sort_unread_read_for_user_id', label: msg`Sort by unread for`, from: staffChoice },
];

const ROOM_TAB_FILTERS = [
  'kind',
  'awaiting_support',
  'support_rooms_with_active_support',
  'sort_unread_read_for_user_id',
] as const;

interface RoomTab {
  /** Key of its count in `room_counts`. */
  name: string;
  label: string;
  filter: ListQuery['filter'];
}

/** Tabs of the list, and the current one; undefined if the URL's filters match no tab. */
export function useRoomTabs({ hasUnreadMarks }: { hasUnreadMarks: boolean }) {
  const { t } = useLingui();
  const me = useQuery(meQuery()).data;
  const { asked } = useListQuery(rooms);
  const tabs: RoomTab[] = [
    { name: 'all', label: t`All`, filter: {} },
    { name: 'support_room', label: t`Support`, filter: { kind: 'support_room' } },
    { name: 'direct_room', label: t`Direct`, filter: { kind: 'direct_room' } },
    { name: 'group_room', label: t`Group`, filter: { kind: 'group_room' } },
    { name: 'awaiting_support', label: t`Waiting`, filter: { awaiting_support: 'true' } },
    { name: 'active_support', label: t`In progress`, filter: { support_rooms_with_active_support: '1' } },
  ];
  // This filter only sorts. Where rooms have unread marks, the page lists only unread rooms.
  if (me) {
    const label = hasUnreadMarks ? t`Unread` : t`Unread first`;
    tabs.push({ name: 'unread', label, filter: { sort_unread_read_for_user_id: me.id } });
  }
  const others = omitFilters(asked.filter, ROOM_TAB_FILTERS);
  const shown = normalizeFilters(omitFilters(asked.filter, Object.keys(others)));
  const current = tabs.find(({ filter }) => normalizeFilters(filter) === shown);
  return { tabs, current, tabFilters: current && ROOM_TAB_FILTERS };
}

/** Normalizes filters to a text, so that equivalent ones compare equal. */
function normalizeFilters(filter: ListQuery['filter']): string {
  const entries = Object.entries(filter).map(([name, value]) => {
    const known = ROOM_TAB_FILTERS.find((one) => one === name);
    return [name, known && isYesNo(rooms, rooms.filters[known]) ? String(isYes(value)) : value] as const;
  });
  return formatListQuery({ filter: Object.fromEntries(entries) });
}

/** The tabs. Their counts cover all rooms, so another filter hides them. Tabs keep other filters and the sort. */
export function RoomTabs({ tabs, current }: Pick<ReturnType<typeof useRoomTabs>, 'tabs' | 'current'>) {
  const { t, i18n } = useLingui();
  const all = useQuery(countsQuery(rooms, 'room_counts')).data ?? {};
  const { asked } = useListQuery(rooms);
  const kept = omitFilters(asked.filter, ROOM_TAB_FILTERS);
  const counts = Object.keys(kept).length === 0 ? all : {};
  const others = Object.keys(counts).filter((name) => !tabs.some((tab) => tab.name === name));
  const count = (name: string) => counts[name] !== undefined && <TabCount>{i18n.number(counts[name])}</TabCount>;
  return (
    <Tabs label={t`Views`} className="-ms-4 min-w-0 max-w-full self-stretch md:-my-1.5">
      {tabs.map(({ name, label, filter }) => (
        <Link
          key={name}
          to={paths.rooms({ filter: { ...kept, ...filter }, sort: asked.sort })}
          aria-current={name === current?.name ? 'page' : undefined}
          className={tabClass}
        >
          {label} {count(name)}
        </Link>
      ))}
      {others.map((name) => (
        <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap px-2 text-muted">
          {startCase(name)} {count(name)}
        </span>
      ))}
    </Tabs>
  );
}
