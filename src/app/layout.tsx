import { Trans } from '@lingui/react/macro';
import { memo, type ReactNode, useState, useSyncExternalStore } from 'react';
import {
  type LoaderFunction,
  Outlet,
  redirect,
  type ShouldRevalidateFunction,
  useLocation,
  useNavigation,
} from 'react-router';
import { capabilities, unannouncedGaps } from '#src/api/capabilities.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { serverNotices } from '#src/api/notices.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { reauthPrompt } from '#src/api/sign-in/reauthenticate.ts';
import { ownPathname } from '#src/lib/base-path.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useSequences, useShortcuts } from '#src/lib/use-shortcuts.ts';
import { isOfOtherTab, outbox } from '#src/outbox/outbox-store.ts';
import { isSwitching, switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { connectionGround } from '#src/ui/connection-mark.tsx';
import { PAGE_TITLE_ID } from '#src/ui/layout/page-header.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { ToastRegion } from '#src/ui/overlay/toast-region.tsx';
import { loadAfterStart } from './load-after-start.ts';
import { ConnectionName, MOST_DIGITS, Navigation } from './navigation.tsx';
import { shellNotices } from './offline/start-offline.ts';
import { keepPageFocus, useAnnouncedPage } from './use-page-focus.ts';

const SignInDialog = part(async () => (await import('#src/features/connections/sign-in-dialog.tsx')).SignInDialog);
const OutboxRecovery = part(async () => (await import('#src/outbox/outbox-recovery.tsx')).OutboxRecovery);
const CapabilityNotices = part(
  async () =>
    (await retryWithBackoff(() => import('#src/features/settings/capabilities/capability-notices.tsx')))
      .CapabilityNotices,
);
const Alerts = part(async () => (await retryWithBackoff(() => import('#src/features/alerts/alerts.tsx'))).Alerts);
const FaviconCount = part(async () => (await loadAfterStart()).FaviconCount);
const TooltipLayer = part(async () => (await loadAfterStart()).TooltipLayer);
const OutboxBar = part(async () => (await loadAfterStart()).OutboxBar);
const ViewLinks = part(async () => (await loadAfterStart()).ViewLinks);
const Palette = part(async () => (await import('./palette.tsx')).Palette);
const ShortcutSheet = part(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Redirects to the sign-in page if signed out; it returns to the requested URL afterwards. */
export const layoutLoader: LoaderFunction = ({ request }) => {
  if (connection.get()) return null;
  const url = new URL(request.url);
  const pathname = ownPathname(url.pathname);
  return redirect(paths.connect(pathname === '/' ? undefined : pathname + url.search));
};

/** While signed in the loader has nothing to do, so navigations within the layout skip it. */
export const revalidatesLayout: ShouldRevalidateFunction = () => !connection.get();

/** The app shell. Keyed by connection, so that a switch remounts everything and leaves no state behind. */
export const Layout = memo(function Layout() {
  const current = useStore(connection);
  const isBetween = useStore(isSwitching);
  useSequences();
  if (current) return <Shell key={current.key} current={current} />;
  // Signed out, here or in another tab. No redirect if the user is on the way to the sign-in page.
  return isBetween || currentLocation().pathname === paths.connect() ? null : <ToSignIn />;
});

/** Redirects to the sign-in page, with the current URL to return to. */
function ToSignIn() {
  useAfterChange(true, () => {
    const { pathname, search } = currentLocation();
    void navigate(paths.connect(pathname + search), { replace: true });
  });
  return null;
}

function Shell({ current }: { current: Connection }) {
  const [overlay, setOverlay] = useState<'sheet' | 'palette'>();
  const closeOverlay = () => setOverlay(undefined);
  const question = useStore(reauthPrompt);
  const hasForeign = useSyncExternalStore(outbox.subscribe, () => outbox.get().some(isOfOtherTab));
  const hasLacks = useSyncExternalStore(capabilities.subscribe, () => unannouncedGaps(capabilities.get()).length > 0);
  const hasNotices = useStore(serverNotices).length > 0;
  const isFirst = useStore(isInitialRender);
  const { alertsArmed } = useStore(settings);
  const ShellNotices = useStore(shellNotices);
  const isBetween = useStore(isSwitching);
  usePageShortcuts(setOverlay);
  return (
    <div className="flex h-dvh flex-col px-[env(safe-area-inset-left)] pt-[env(safe-area-inset-top)] md:flex-row">
      <div aria-hidden="true" className={classNames(STRIPE, connectionGround(current.colour))} />
      <SkipLink />
      <SideBar />
      <Main>
        {!isBetween && <Outlet />}
        {ShellNotices && <ShellNotices />}
        {!isFirst && <OutboxBar />}
      </Main>
      <ToastRegion />
      {!isFirst && <TooltipLayer />}
      {!isFirst && <FaviconCount />}
      {alertsArmed && <Alerts />}
      {(hasLacks || hasNotices) && <CapabilityNotices />}
      {question && <SignInDialog connection={question.connection} />}
      {hasForeign && <OutboxRecovery />}
      {overlay === 'sheet' && <ShortcutSheet onClose={closeOverlay} />}
      {overlay === 'palette' && <Palette onClose={closeOverlay} onShowKeys={() => setOverlay('sheet')} />}
    </div>
  );
}

function SideBar() {
  const isFirst = useStore(isInitialRender);
  if (useLocation().pathname === paths.wall()) return null;
  return (
    <div className="flex shrink-0 flex-col border-line bg-canvas max-md:contents md:w-50 md:border-e">
      <ConnectionName />
      <Navigation />
      {!isFirst && <ViewLinks />}
    </div>
  );
}

function Main({ children }: { children: ReactNode }) {
  useAnnouncedPage();
  return (
    <main
      id="page"
      ref={keepPageFocus}
      tabIndex={-1}
      aria-labelledby={PAGE_TITLE_ID}
      aria-busy={useNavigation().state === 'loading'}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      {children}
    </main>
  );
}

const STRIPE = 'pointer-events-none fixed inset-x-0 top-0 z-10 h-0.5';

function SkipLink() {
  return (
    <button
      type="button"
      className="absolute start-2 top-2 z-20 -translate-y-16 rounded-box bg-raised px-3 py-2 focus:translate-y-0"
      // Not a link: with hash routing, the fragment is the route.
      onClick={() => document.querySelector('main')?.focus()}
    >
      <Trans>Skip to the page</Trans>
    </button>
  );
}

function usePageShortcuts(open: (overlay: 'sheet' | 'palette') => void): void {
  const go = (path: string) => () => void navigate(path);
  const saved = useStore(savedConnections).slice(0, MOST_DIGITS);
  useShortcuts({
    '?': () => open('sheet'),
    'Mod+k': () => open('palette'),
    'g q': go(paths.review()),
    'g m': go(paths.mine()),
    'g w': go(paths.watch()),
    'g r': go(paths.rooms()),
    'g c': go(paths.clients()),
    'g k': go(paths.keywords()),
    'g s': go(paths.suggestions()),
    ...Object.fromEntries(saved.map(({ address }, index) => [`g ${index + 1}`, () => switchConnection(address)])),
  });
}
