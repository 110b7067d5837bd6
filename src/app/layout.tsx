import { Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
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
import { reauthPrompt } from '#src/api/sign-in/reauthenticate.ts';
import { ownPathname } from '#src/lib/base-path.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useSequences, useShortcuts } from '#src/lib/use-shortcuts.ts';
import { isSwitching } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { connectionBackground } from '#src/ui/connection-mark.tsx';
import { Search } from '#src/ui/icons.tsx';
import { PAGE_TITLE_ID } from '#src/ui/layout/page-header.tsx';
import { KeystrokeBuffer, lazyComponent, requestedComponent } from '#src/ui/lazy-component.tsx';
import { ToastRegion } from '#src/ui/overlay/toast-region.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { ConnectionName, loadAfterStart, Navigation } from './navigation.tsx';
import { shellNotices } from './offline/start-offline.ts';
import { closeOverlay, overlay } from './overlay.ts';
import { usePages } from './pages.ts';
import { keepPageFocus, useAnnouncedPage } from './use-page-focus.ts';

const SignInDialog = requestedComponent(
  async () => (await import('#src/features/connections/sign-in-dialog.tsx')).SignInDialog,
);
const CapabilityNotices = lazyComponent(
  async () => (await import('#src/features/settings/capabilities/capability-notices.tsx')).CapabilityNotices,
);
const Alerts = lazyComponent(async () => (await import('#src/features/alerts/alerts.tsx')).Alerts);
const ShellEffects = lazyComponent(async () => (await loadAfterStart()).ShellEffects);
const HelpButton = lazyComponent(async () => (await loadAfterStart()).HelpButton);
const SidebarFoot = lazyComponent(async () => (await loadAfterStart()).SidebarFoot);
const TooltipLayer = lazyComponent(async () => (await loadAfterStart()).TooltipLayer);
const OutboxBar = lazyComponent(async () => (await loadAfterStart()).OutboxBar);
const ViewLinks = lazyComponent(async () => (await loadAfterStart()).ViewLinks);
const Palette = requestedComponent(async () => (await import('./palette.tsx')).Palette);
const ShortcutSheet = requestedComponent(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);
const PageHelp = requestedComponent(async () => (await import('./page-help.tsx')).PageHelp);

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
export function Layout() {
  const current = useStore(connection);
  const isBetween = useStore(isSwitching);
  useSequences();
  if (current) return <Shell key={current.key} current={current} />;
  // Signed out, here or in another tab. No redirect if the user is on the way to the sign-in page.
  return isBetween || currentLocation().pathname === paths.connect() ? null : <ToSignIn />;
}

/** Redirects to the sign-in page, with the current URL to return to. */
function ToSignIn() {
  useAfterChange(true, () => {
    const { pathname, search } = currentLocation();
    void navigate(paths.connect(pathname + search), { replace: true });
  });
  return null;
}

function Shell({ current }: { current: Connection }) {
  const opened = useStore(overlay);
  const question = useStore(reauthPrompt);
  const hasGaps = useStore(capabilities, (known) => unannouncedGaps(known).length > 0);
  const hasNotices = useStore(serverNotices).length > 0;
  const isFirst = useInitialRender();
  const { alertsArmed } = useStore(settings);
  const ShellNotices = useStore(shellNotices);
  const isBetween = useStore(isSwitching);
  usePageShortcuts();
  return (
    <div className="flex h-dvh flex-col px-[env(safe-area-inset-left)] pt-[env(safe-area-inset-top)] md:flex-row">
      <div aria-hidden="true" className={STRIPE} style={connectionBackground(current.colour)} />
      <SkipLink />
      <SideBar />
      <Main>
        {!isFirst && <HelpButton />}
        {!isBetween && <Outlet />}
        {ShellNotices && <ShellNotices />}
        {isFirst ? <EarlyUndo /> : <OutboxBar fallback={<EarlyUndo />} />}
      </Main>
      <ToastRegion />
      {!isFirst && <TooltipLayer />}
      {!isFirst && <ShellEffects />}
      {alertsArmed && <Alerts />}
      {(hasGaps || hasNotices) && <CapabilityNotices />}
      {question && <SignInDialog connection={question.connection} />}
      {opened === 'sheet' && <ShortcutSheet onClose={closeOverlay} fallback={<KeystrokeBuffer />} />}
      {opened === 'palette' && <Palette onClose={closeOverlay} fallback={<KeystrokeBuffer />} />}
      {opened === 'help' && <PageHelp onClose={closeOverlay} fallback={<KeystrokeBuffer />} />}
    </div>
  );
}

function SideBar() {
  return useLocation().pathname === paths.wall() ? null : <SideBarParts />;
}

/** Memoized, so that navigation does not render it. */
const SideBarParts = memo(function SideBarParts() {
  const isFirst = useInitialRender();
  return (
    <div className="flex shrink-0 flex-col border-line bg-canvas max-md:contents md:w-54 md:border-e md:in-data-collapsed:w-14">
      <ConnectionName />
      <SearchButton />
      <Navigation />
      {!isFirst && <ViewLinks />}
      {!isFirst && <SidebarFoot />}
    </div>
  );
});

/** Opens the command palette. */
function SearchButton() {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={t`Search or run a command…`}
      className="control mx-2 flex w-auto! shrink-0 items-center gap-2 text-muted! max-md:hidden"
      onPointerEnter={Palette.preload}
      onClick={() => overlay.set('palette')}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-start text-sm in-data-collapsed:hidden">
        <Trans>Search or run…</Trans>
      </span>
      <Kbd keys="Mod+k" className="in-data-collapsed:hidden" />
    </button>
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

/** Handles the undo shortcut until the outbox bar has loaded, which has its own. */
function EarlyUndo(): null {
  useShortcuts({ z: () => void loadAfterStart().then(({ undoNewest }) => undoNewest()) });
  return null;
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
      <Trans>Skip to content</Trans>
    </button>
  );
}

function usePageShortcuts(): void {
  const go = (path: string) => () => void navigate(path);
  const pages = usePages().flatMap(({ keys, to }) => (keys ? [[keys, go(to)] as const] : []));
  const switchTo = (digit: string) => () => void loadAfterStart().then(({ switchByDigit }) => switchByDigit(digit));
  useShortcuts({
    '?': () => overlay.set('sheet'),
    'Mod+k': () => overlay.set('palette'),
    ...Object.fromEntries(pages),
    ...Object.fromEntries([...'123456789'].map((digit) => [`g ${digit}`, switchTo(digit)])),
  });
}
