import { useLingui } from '@lingui/react/macro';
import {
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
import { isInitialRender } from '#src/lib/initial-render.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { navItemClass } from '#src/ui/layout/nav-item.tsx';
import { part } from '#src/ui/lazy-component.tsx';
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
