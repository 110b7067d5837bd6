import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { meQuery } from '#src/api/me-query.ts';
import { countsQuery } from '#src/api/queries.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { startCase } from '#src/lib/start-case.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { isYes } from '#src/list/read-list-query.ts';
import { useListQuery } from '#src/list/use-list-query.ts';
import { paths } from '#src/paths.ts';
import { Select } from '#src/ui/form/input.tsx';
import { TabCount, Tabs, tabClass } from '#src/ui/layout/page-header.tsx';

/** All room filters except scopes. The service documentation describes those without `isSecondary`. */
export const roomFilters: FilterSpec<typeof rooms>[] = [
  { name: 'name_like', label: msg`Search names` },
  {
    name: 'kind',
    label: msg`Kind`,
    words: { support_room: msg`Support rooms`, direct_room: msg`Direct rooms`, group_room: msg`Group rooms` },
  },
  {
    name: 'awaiting_support',
    label: msg`Awaits support`,
    words: { true: msg`Awaits support`, false: msg`Does not await support` },
  },
  {
    name: 'is_private',
    label: msg`Private`,
    words: { true: msg`Private`, false: msg`Not private` },
    isSecondary: true,
  },
  {
    name: 'replied',
    label: msg`Last word`,
    words: { true: msg`Staff wrote last`, false: msg`Visitor wrote last` },
    isSecondary: true,
  },
  {
    name: 'starred',
    label: msg`Star`,
    words: { true: msg`Starred by me`, false: msg`Not starred` },
    isSecondary: true,
  },
  {
    name: 'current_user_is_member',
    label: msg`Membership`,
    words: { true: msg`I am a member`, false: msg`I am no member` },
    isSecondary: true,
  },
  { name: 'support_room_name_like', label: msg`Search names of support rooms`, isSecondary: true },
  { name: 'name', label: msg`Exact name`, isSecondary: true },
  { name: 'id', label: msg`ID`, isSecondary: true },
  { name: 'sort_unread_read_for_user_id', label: msg`Unread first, for`, from: staffChoice, isSecondary: true },
];

/** Filters that each select a class of rooms. They are mutually exclusive. */
export const SCOPES = [
  'private_rooms',
  'private_rooms_with_active_support',
  'private_rooms_with_active_or_awaiting_support',
  'support_rooms_with_active_support',
  'support_rooms_with_active_or_awaiting_support',
  'current_users_support_rooms_with_active_or_awaiting_support',
] as const;

type Scope = (typeof SCOPES)[number];

/** The scope filters as a single select. */
export function RoomScope() {
  const { t } = useLingui();
  const { filter, setFilters } = useListQuery(rooms);
  const refused = useUnsupportedFilters(rooms);
  const offered = SCOPES.filter((scope) => !refused.includes(scope));
  const chosen = SCOPES.find((scope) => isYes(filter[scope] ?? '')) ?? '';
  const words: Record<Scope, string> = {
    private_rooms: t`Private rooms`,
    private_rooms_with_active_support: t`Private, staff is helping`,
    private_rooms_with_active_or_awaiting_support: t`Private, staff is helping or awaited`,
    support_rooms_with_active_support: t`Support, staff is helping`,
    support_rooms_with_active_or_awaiting_support: t`Support, staff is helping or awaited`,
    current_users_support_rooms_with_active_or_awaiting_support: t`My support rooms, staff is helping or awaited`,
  };
  const choose = (scope: string) => {
    const scopes = Object.fromEntries(SCOPES.map((name) => [name, name === scope ? '1' : '']));
    setFilters((others) => ({ ...others, ...scopes }));
  };
  if (offered.length === 0) return null;
  return (
    <span className="inline-flex w-40">
      <Select
        aria-label={t`Scope`}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
        className={chosen ? 'font-medium' : 'text-muted'}
      >
        <option value="">{t`Scope: any`}</option>
        {offered.map((scope) => (
          <option key={scope} value={scope}>
            {words[scope]}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** Room counts; each links to the list with the matching filter, if there is one. */
export function RoomCountLinks() {
  const { t, i18n } = useLingui();
  const counts = useQuery(countsQuery(rooms, 'room_counts')).data ?? {};
  const me = useQuery(meQuery()).data;
  const { filter } = useListQuery(rooms);
  const shown = formatListQuery({ filter });
  const links: { name: string; label: string; filter: Record<string, string> }[] = [
    { name: 'all', label: t`All`, filter: {} },
    { name: 'support_room', label: t`Support`, filter: { kind: 'support_room' } },
    { name: 'direct_room', label: t`Direct`, filter: { kind: 'direct_room' } },
    { name: 'group_room', label: t`Group`, filter: { kind: 'group_room' } },
    { name: 'awaiting_support', label: t`Await support`, filter: { awaiting_support: 'true' } },
    { name: 'active_support', label: t`Staff is helping`, filter: { support_rooms_with_active_support: '1' } },
  ];
  if (me) links.push({ name: 'unread', label: t`Unread`, filter: { sort_unread_read_for_user_id: me.id } });
  const others = Object.keys(counts).filter((name) => !links.some((link) => link.name === name));
  const count = (name: string) => counts[name] !== undefined && <TabCount>{i18n.number(counts[name])}</TabCount>;
  return (
    <Tabs label={t`Counts`} className="border-line border-b">
      {links.map(({ name, label, filter }) => (
        <Link
          key={name}
          to={paths.rooms({ filter })}
          aria-current={formatListQuery({ filter }) === shown ? 'page' : undefined}
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
