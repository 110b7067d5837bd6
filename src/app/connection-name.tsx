import { useLingui } from '@lingui/react/macro';
import { ChevronsUpDown } from 'lucide-react';
import { connection } from '#src/api/connection.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { TenantMark } from '#src/ui/tenant-mark.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';

/** Tenants reachable by a digit shortcut. */
export const MOST_DIGITS = 9;

/** The current tenant, shown on every page, with a menu of the others. */
export function ConnectionName() {
  const { t } = useLingui();
  const current = useStore(connection);
  const saved = useStore(savedConnections);
  if (!current) return null;
  const { key, name, colour } = current;
  const { host } = new URL(current.address);
  const entries = saved.map((each, index) => ({
    id: each.address,
    words: each.name,
    mark: <TenantMark name={each.name} colour={each.colour} />,
    aside:
      each.address === key ? (
        <span className="text-muted text-sm">{t`You are here`}</span>
      ) : (
        index < MOST_DIGITS && <Kbd keys={`g ${index + 1}`} />
      ),
    onChoose: () => switchConnection(each.address),
  }));
  return (
    <header className="p-1 max-md:border-line max-md:border-b md:px-2 md:pt-2 md:pb-0">
      <Menu
        kind="quiet"
        className="h-auto! w-full gap-2 py-1 ps-2 pe-2 text-start"
        trigger={
          <>
            <span className="sr-only">{t`Connection`}</span>
            <TenantMark name={name} colour={colour} className="size-6" />
            <span className="flex min-w-0 flex-1 flex-col">
              <span dir="auto" data-tooltip-cut="" className="truncate font-semibold text-ink leading-4">
                {name}
              </span>
              <span dir="ltr" className="truncate font-normal text-sm leading-4">
                {name === host ? 'Countersign' : host}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="text-faint" />
          </>
        }
        entries={[
          ...entries,
          { id: 'new', words: t`Add connection`, onChoose: () => void navigate(paths.newConnection()) },
          { id: 'all', words: t`Manage connections`, onChoose: () => void navigate(paths.connections()) },
        ]}
      />
    </header>
  );
}
