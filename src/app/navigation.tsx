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
import { type ComponentType, memo } from 'react';
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
const MoreTab = part(async () => (await loadAfterStart()).MoreTab);

const tabClass = classNames(
  navItemClass,
  'relative shrink-0',
  'max-md:h-tab max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:rounded-none max-md:px-0 max-md:text-xs max-md:[&>svg]:size-5',
  'max-md:aria-[current]:bg-transparent max-md:aria-[current]:font-semibold max-md:aria-[current]:text-link',
);

/** Page links with counts on three of them: a sidebar in wide windows, four tabs and "More" in narrow ones. */
export function Navigation() {
  return <NavigationBar section={useLocation().pathname.split('/')[1]} />;
}

/** `section` is the first segment of the path. Memoized, so that navigation within a section does not render it. */
const NavigationBar = memo(function NavigationBar({ section }: { section: string | undefined }) {
  const { t } = useLingui();
  const isFirst = useStore(isInitialRender);
  // `narrow` places a tab; links without it are under "More".
  const links: { to: string; label: string; Icon: LucideIcon; Count?: ComponentType; narrow?: string }[] = [
    { to: paths.review(), label: t`Review`, Icon: CircleCheck, Count: ReviewCount, narrow: '' },
    { to: paths.mine(), label: t`My drafts`, Icon: Inbox, Count: MineCount, narrow: 'max-md:order-1' },
    { to: paths.watch(), label: t`Watch`, Icon: Eye, Count: WatchCount, narrow: '' },
    { to: paths.rooms(), label: t`Rooms`, Icon: MessagesSquare, narrow: 'max-md:order-2' },
    { to: paths.clients(), label: t`Clients`, Icon: MonitorSmartphone },
    { to: paths.keywords(), label: t`Keywords`, Icon: KeyRound },
    { to: paths.suggestions(), label: t`Suggestions`, Icon: Lightbulb },
    { to: paths.settings(), label: t`Settings`, Icon: Settings },
  ];
  return (
    <nav
      aria-label={t`Pages`}
      className="flex gap-px border-line bg-canvas max-md:order-last max-md:grid max-md:grid-cols-5 max-md:border-t max-md:pt-1 max-md:pb-[env(safe-area-inset-bottom)] md:flex-col md:overflow-y-auto md:p-2"
    >
      {links.map(({ to, label, Icon, Count, narrow = 'max-md:hidden' }) => (
        <StaticLink
          key={to}
          to={to}
          aria-current={to === `/${section}` ? 'page' : undefined}
          className={classNames(tabClass, narrow)}
        >
          <Icon aria-hidden />
          <span className="max-w-full truncate">{label}</span>
          {Count && !isFirst && <Count />}
        </StaticLink>
      ))}
      {!isFirst && <MoreTab section={section} className={classNames(tabClass, 'max-md:order-2 md:hidden')} />}
    </nav>
  );
});

/** Connections reachable by a digit shortcut. */
export const MOST_DIGITS = 9;

/** The current connection, with a menu of the others; a narrow window has them under "More". */
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
    <header className="px-2 pt-2 max-md:hidden">
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
