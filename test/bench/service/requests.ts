import { drafts } from '#contract/drafts.ts';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { SEARCHED } from './texts.ts';

/** A measured request; `goal` marks those that must not slow down as a tenant grows. */
export interface Measured {
  group: string;
  /** The query in readable form. */
  label: string;
  path: string;
  goal: boolean;
}

/** Users of the tenant by their role in the requests. */
export interface People {
  /** The user whose token is sent. */
  caller: number;
  /** The user who wrote and decided a fifth of all drafts. */
  busy: number;
}

type Values<R extends { filters: object }> = Readonly<Record<keyof R['filters'], readonly string[]>>;

/** The query of the queue, with the default page size of 25. */
export const QUEUE: Partial<ListQuery> = {
  filter: { in_review: '1' },
  sort: ['created_at_unix'],
  include: ['room'],
};
const OF_DASHBOARD: Partial<ListQuery> = { ...QUEUE, include: ['room', 'created_user'], page: { size: 100 } };

/** The first page of Watch. */
const WATCHED: Partial<ListQuery> = {
  filter: { awaiting_support: '1' },
  sort: ['awaiting_since_unix'],
  page: { size: 100 },
  roomMeta: 'summary',
};

const { rare, rareName, seldom, common, commonName, twoCommon, twoRare } = SEARCHED;
const MONTH_SECONDS = 30 * 86_400;

export const pathOf = (type: string, query: Partial<ListQuery>): string => `/rapi/v1/${type}?${formatListQuery(query)}`;

/** Values to measure for every filter of the contract. The type fails if a new filter is missing here. */
const draftFilters = ({ busy }: People, nowUnix: number): Values<typeof drafts> => ({
  id: ['4711'],
  resolved_user_id: [`${busy}`, `${busy + 1}`],
  created_user_id: [`${busy}`, `${busy + 1}`],
  approved: ['1'],
  rejected: ['1'],
  resolved: ['1'],
  in_review: ['1'],
  read: ['1', '0'],
  content_or_room_name_like: [rare, rareName, common, commonName, twoCommon, twoRare],
  from_created_at: [`${nowUnix - MONTH_SECONDS}`],
  to_created_at: [`${nowUnix - 6 * MONTH_SECONDS}`],
});

const roomFilters = ({ caller }: People): Values<typeof rooms> => ({
  id: ['47'],
  name: ['Ines Calder, parcel 1'],
  is_private: ['1'],
  kind: ['support_room', 'direct_room', 'group_room'],
  awaiting_support: ['1', '0'],
  name_like: [rareName, commonName],
  replied: ['1', '0'],
  starred: ['1', '0'],
  private_rooms: ['1'],
  private_rooms_with_active_support: ['1'],
  private_rooms_with_active_or_awaiting_support: ['1'],
  current_user_is_member: ['1', '0'],
  support_rooms_with_active_support: ['1'],
  support_rooms_with_active_or_awaiting_support: ['1'],
  current_users_support_rooms_with_active_or_awaiting_support: ['1'],
  support_room_name_like: [rareName, commonName],
  sort_unread_read_for_user_id: [`${caller}`],
});

/** Attributes with an index for sorting. */
const DRAFT_SORTS: readonly (keyof typeof drafts.attributes)[] = [
  'created_at_unix',
  'updated_at_unix',
  'resolved_time_unix',
  'status',
];
const ROOM_SORTS: readonly (keyof typeof rooms.attributes)[] = [
  'name',
  'is_private',
  'kind',
  'awaiting_support',
  'created_at_unix',
  'created_at',
];

/** All requests measured on both tenant sizes. */
export function requests(people: People, nowUnix: number): Measured[] {
  const list = (group: string, type: string, query: Partial<ListQuery>, goal = true): Measured => ({
    group,
    label: decodeURIComponent(formatListQuery(query).replaceAll('+', ' ')),
    path: pathOf(type, query),
    goal,
  });
  const filters = (group: string, type: string, all: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(all).flatMap(([name, values]) =>
      values.map((value) => list(group, type, { filter: { [name]: value } })),
    );
  const sorts = (group: string, type: string, names: readonly string[]) =>
    names.flatMap((name) => [name, `-${name}`]).map((name) => list(group, type, { sort: [name] }));
  const searched = (text: string) => ({ content_or_room_name_like: text, in_review: '1' });

  return [
    list('Review queue', drafts.type, QUEUE),
    list('Review queue', drafts.type, OF_DASHBOARD),
    ...filters('Filters of drafts', drafts.type, draftFilters(people, nowUnix)),
    ...filters('Filters of rooms', rooms.type, roomFilters(people)),
    ...sorts('Orders of drafts', drafts.type, DRAFT_SORTS),
    ...sorts('Orders of rooms', rooms.type, ROOM_SORTS),
    list('Rooms to watch', rooms.type, WATCHED),
    { group: 'Counts', label: 'room_counts', path: `/rapi/v1/${rooms.type}/room_counts`, goal: true },
    // Reads the waits of four weeks, of which the large tenant has more.
    { group: 'Counts', label: 'waiting_history', path: `/rapi/v1/${rooms.type}/waiting_history`, goal: false },
    ...[rare, common, twoCommon].map((text) =>
      list('Searches in the queue', drafts.type, { ...QUEUE, filter: searched(text) }),
    ),
    list('Searches whose hits grow up to the bound', drafts.type, { filter: { content_or_room_name_like: seldom } }),
  ];
}
