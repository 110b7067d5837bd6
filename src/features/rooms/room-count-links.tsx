import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { formatListQuery, parseListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { countsQuery } from '#src/api/queries.ts';
import { humanise } from '#src/crud/humanise.ts';
import { paths } from '#src/paths.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { TabCount, Tabs, tabClass } from '#src/ui/tabs.tsx';

/** Room counts from the tenant; each links to the list with the matching filter, if there is one. */
export function RoomCountLinks() {
  const { t, i18n } = useLingui();
  const counts = useQuery(countsQuery(rooms, 'room_counts')).data ?? {};
  const me = useQuery(meQuery()).data;
  const { filter } = parseListQuery(useLocation().search).query;
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
          {humanise(name)} {count(name)}
        </span>
      ))}
    </Tabs>
  );
}
