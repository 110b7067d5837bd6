import { useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { useLackingFilters } from '#src/api/offers/lacking-filters.ts';
import { isYes } from '#src/crud/read-list-query.ts';
import { useListQuery } from '#src/crud/use-list-query.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { Select } from '#src/ui/select.tsx';

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
  const { asked } = useListQuery(rooms);
  const refused = useLackingFilters(rooms);
  const offered = SCOPES.filter((scope) => !refused.includes(scope));
  const chosen = SCOPES.find((scope) => isYes(asked.filter[scope] ?? '')) ?? '';
  const words: Record<Scope, string> = {
    private_rooms: t`Private rooms`,
    private_rooms_with_active_support: t`Private, staff is helping`,
    private_rooms_with_active_or_awaiting_support: t`Private, staff is helping or awaited`,
    support_rooms_with_active_support: t`Support, staff is helping`,
    support_rooms_with_active_or_awaiting_support: t`Support, staff is helping or awaited`,
    current_users_support_rooms_with_active_or_awaiting_support: t`My support rooms, staff is helping or awaited`,
  };
  const choose = (scope: string) => {
    const others = Object.entries(asked.filter).filter(([name]) => !SCOPES.some((known) => known === name));
    const filter = { ...Object.fromEntries(others), ...(scope && { [scope]: '1' }) };
    const { size } = asked.page;
    void navigate(paths.rooms({ filter, sort: asked.sort, page: size === undefined ? {} : { size } }));
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
