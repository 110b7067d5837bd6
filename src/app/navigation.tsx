import { useLingui } from '@lingui/react/macro';
import { type ComponentType, memo } from 'react';
import { useLocation } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { StaticLink } from '#src/lib/static-link.tsx';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { ChevronsUpDown } from '#src/ui/icons.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { navItemClass, usePages } from './pages.ts';

/** Loads the parts of the shell that the first screen does not need. */
export const loadAfterStart = async () => (await retryWithBackoff(() => import('./after-start.tsx'))).shellAfterStart;

const ReviewCount = lazyComponent(async () => (await loadAfterStart()).ReviewCount);
const MineCount = lazyComponent(async () => (await loadAfterStart()).MineCount);
const WatchCount = lazyComponent(async () => (await loadAfterStart()).WatchCount);
const COUNTS: Readonly<Record<string, ComponentType>> = {
  [paths.review()]: ReviewCount,
  [paths.mine()]: MineCount,
  [paths.watch()]: WatchCount,
};
const MoreTab = lazyComponent(async () => (await loadAfterStart()).MoreTab);
const WorkspaceMenu = lazyComponent(async () => (await loadAfterStart()).WorkspaceMenu);

const tabClass = classNames(
  navItemClass,
  'relative shrink-0 md:in-data-collapsed:justify-center',
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
  const isFirst = useInitialRender();
  const isCollapsed = useStore(settings, (all) => all.isSidebarCollapsed);
  return (
    <nav
      aria-label={t`Pages`}
      className="flex gap-px border-line bg-canvas max-md:order-last max-md:grid max-md:grid-cols-5 max-md:border-t max-md:pt-1 max-md:pb-[env(safe-area-inset-bottom)] md:flex-col md:overflow-y-auto md:p-2"
    >
      {usePages().map(({ to, label, Icon, tabOrder = 'max-md:hidden' }) => {
        const Count = COUNTS[to];
        return (
          <StaticLink
            key={to}
            to={to}
            aria-current={to === `/${section}` ? 'page' : undefined}
            data-tooltip={isCollapsed ? label : undefined}
            className={classNames(tabClass, tabOrder)}
          >
            <Icon aria-hidden />
            <span className="max-w-full truncate md:in-data-collapsed:sr-only">{label}</span>
            {Count && !isFirst && <Count />}
          </StaticLink>
        );
      })}
      {!isFirst && <MoreTab section={section} className={classNames(tabClass, 'max-md:order-2 md:hidden')} />}
    </nav>
  );
});

const nameClass = classNames(
  buttonClass({ kind: 'quiet' }),
  'w-full min-w-0 shrink ps-2 pe-1 text-start font-semibold text-ink [&>svg]:size-4',
);

/** The current workspace with a menu of the others. In a narrow window, they are under "More". */
export function ConnectionName() {
  const { t } = useLingui();
  const current = useStore(connection);
  const isFirst = useInitialRender();
  if (!current) return null;
  const { name, colour } = current;
  const words = (
    <>
      <span className="sr-only">{t`Workspace`}</span>
      <ConnectionMark name={name} colour={colour} className="size-6" />
      <span dir="auto" data-tooltip-cut="" className="min-w-0 flex-1 truncate in-data-collapsed:sr-only">
        {name}
      </span>
      <ChevronsUpDown aria-hidden className="text-faint in-data-collapsed:hidden" />
    </>
  );
  const fallback = <div className={nameClass}>{words}</div>;
  return (
    <header className="flex h-bar shrink-0 items-center px-2 max-md:hidden">
      {isFirst ? fallback : <WorkspaceMenu trigger={words} className={nameClass} fallback={fallback} />}
    </header>
  );
}
