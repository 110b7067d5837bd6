import { Trans, useLingui } from '@lingui/react/macro';
import {
  CircleCheck,
  Eye,
  Inbox,
  KeyRound,
  Lightbulb,
  MessagesSquare,
  MonitorSmartphone,
  Settings,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { patiently } from '#src/lib/patiently.ts';
import { isStarting } from '#src/lib/starting.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { navItemClass } from '#src/ui/nav-item.tsx';
import { part } from '#src/ui/part.tsx';

const pageCounts = () => patiently(() => import('./page-counts.tsx'));
const ReviewCount = part(async () => (await pageCounts()).ReviewCount);
const MineCount = part(async () => (await pageCounts()).MineCount);
const WatchCount = part(async () => (await pageCounts()).WatchCount);

/** Page links with counts on three of them: a sidebar in wide windows, a bottom bar in narrow ones. */
export function Navigation() {
  const { t } = useLingui();
  const isFirst = useStore(isStarting);
  const bar = useRef<HTMLElement>(null);
  const section = useLocation().pathname.split('/')[1];
  // The narrow bar scrolls. Run only on a change of section, since reading the position forces a layout.
  useEffect(() => {
    if (section) bar.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [section]);
  return (
    <nav
      ref={bar}
      aria-label={t`Pages`}
      className="flex gap-px overflow-x-auto border-line bg-canvas p-1 [scrollbar-width:none] max-md:order-last max-md:border-t md:flex-col md:p-2"
    >
      <NavigationLink to={paths.review()} icon={<CircleCheck aria-hidden />} count={!isFirst && <ReviewCount />}>
        <Trans>Review</Trans>
      </NavigationLink>
      <NavigationLink to={paths.mine()} icon={<Inbox aria-hidden />} count={!isFirst && <MineCount />}>
        <Trans>Mine</Trans>
      </NavigationLink>
      <NavigationLink to={paths.watch()} icon={<Eye aria-hidden />} count={!isFirst && <WatchCount />}>
        <Trans>Watch</Trans>
      </NavigationLink>
      <NavigationLink to={paths.rooms()} icon={<MessagesSquare aria-hidden />}>
        <Trans>Rooms</Trans>
      </NavigationLink>
      <NavigationLink to={paths.clients()} icon={<MonitorSmartphone aria-hidden />}>
        <Trans>Clients</Trans>
      </NavigationLink>
      <NavigationLink to={paths.keywords()} icon={<KeyRound aria-hidden />}>
        <Trans>Keywords</Trans>
      </NavigationLink>
      <NavigationLink to={paths.suggestions()} icon={<Lightbulb aria-hidden />}>
        <Trans>Suggestions</Trans>
      </NavigationLink>
      <NavigationLink to={paths.settings()} icon={<Settings aria-hidden />}>
        <Trans>Settings</Trans>
      </NavigationLink>
    </nav>
  );
}

interface NavigationLinkProps {
  to: string;
  icon: ReactNode;
  count?: ReactNode;
  children: ReactNode;
}

const narrow =
  'relative max-md:h-auto max-md:min-w-17 max-md:grow max-md:flex-col max-md:gap-0.5 max-md:py-1 max-md:text-xs';

function NavigationLink({ to, icon, count, children }: NavigationLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={classNames(navItemClass, 'shrink-0', narrow)}>
      {icon}
      <span className="truncate">{children}</span>
      {count}
    </Link>
  );
}
