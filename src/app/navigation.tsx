import { useLingui } from '@lingui/react/macro';
import {
  ChevronsUpDown,
  CircleCheck,
  Eye,
  Inbox,
  KeyRound,
  Lightbulb,
  type LucideIcon,
  MessagesSquare,
  MonitorSmartphone,
  Settings,
} from 'lucide-react';
import { type ComponentType, memo, useCallback } from 'react';
import { useLocation } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { navigate } from '#src/lib/router.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { useStore } from '#src/lib/store.ts';
import { switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { navItemClass } from '#src/ui/layout/nav-item.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { loadAfterStart } from './load-after-start.ts';

const ReviewCount = part(async () => (await loadAfterStart()).ReviewCount);
const MineCount = part(async () => (await loadAfterStart()).MineCount);
const WatchCount = part(async () => (await loadAfterStart()).WatchCount);

const narrow =
  'relative max-md:h-auto max-md:min-w-17 max-md:grow max-md:flex-col max-md:gap-0.5 max-md:py-1 max-md:text-xs';

/** Page links with counts on three of them: a sidebar in wide windows, a bottom bar in narrow ones. */
export function Navigation() {
  return <NavigationBar section={useLocation().pathname.split('/')[1]} />;
}

/** `section` is the first segment of the path. Memoized, so that navigation within a section does not render it. */
const NavigationBar = memo(function NavigationBar({ section }: { section: string | undefined }) {
  const { t } = useLingui();
  const isFirst = useStore(isInitialRender);
  // The narrow bar scrolls. Runs only on a change of section, since reading the position forces a layout.
  const showCurrent = useCallback(
    (bar: HTMLElement | null) => {
      if (section) bar?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
    },
    [section],
  );
  const links: { to: string; label: string; Icon: LucideIcon; Count?: ComponentType }[] = [
    { to: paths.review(), label: t`Review`, Icon: CircleCheck, Count: ReviewCount },
    { to: paths.mine(), label: t`Mine`, Icon: Inbox, Count: MineCount },
    { to: paths.watch(), label: t`Watch`, Icon: Eye, Count: WatchCount },
    { to: paths.rooms(), label: t`Rooms`, Icon: MessagesSquare },
    { to: paths.clients(), label: t`Clients`, Icon: MonitorSmartphone },
    { to: paths.keywords(), label: t`Keywords`, Icon: KeyRound },
    { to: paths.suggestions(), label: t`Suggestions`, Icon: Lightbulb },
    { to: paths.settings(), label: t`Settings`, Icon: Settings },
  ];
  return (
    <nav
      ref={showCurrent}
      aria-label={t`Pages`}
      className="flex gap-px overflow-x-auto border-line bg-canvas p-1 [scrollbar-width:none] max-md:order-last max-md:border-t md:flex-col md:p-2"
    >
      {links.map(({ to, label, Icon, Count }) => (
        <StaticLink
          key={to}
          to={to}
          aria-current={to === `/${section}` ? 'page' : undefined}
          className={classNames(navItemClass, 'shrink-0', narrow)}
        >
          <Icon aria-hidden />
          <span className="truncate">{label}</span>
          {Count && !isFirst && <Count />}
        </StaticLink>
      ))}
    </nav>
  );
});

/** Connections reachable by a digit shortcut. */
export const MOST_DIGITS = 9;

/** The current connection, shown on every page, with a menu of the others. */
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
    mark: <ConnectionMark name={each.name} colour={each.colour} />,
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
            <ConnectionMark name={name} colour={colour} className="size-6" />
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
