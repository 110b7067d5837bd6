import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useMatch, useNavigate, useNavigation } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { signInQuestion } from '#src/api/sign-in-again.ts';
import { isOfOtherTab } from '#src/decisions/outbox/outbox-orphans.ts';
import { outbox } from '#src/decisions/outbox/outbox-store.ts';
import { OutboxStrip } from '#src/decisions/outbox/outbox-strip.tsx';
import { patiently } from '#src/lib/patiently.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useSequences, useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { ToastRegion } from '#src/ui/toast-region.tsx';
import { ConnectionName } from './connection-name.tsx';
import { FaviconCount } from './favicon-count.tsx';
import { Navigation } from './navigation.tsx';
import { ViewLinks } from './views/view-links.tsx';

const SignInDialog = lazy(async () => ({
  default: (await import('#src/features/connections/sign-in-dialog.tsx')).SignInDialog,
}));
const OutboxRecovery = lazy(async () => ({
  default: (await import('#src/decisions/outbox/outbox-recovery.tsx')).OutboxRecovery,
}));
const Alerts = lazy(async () => ({
  default: (await patiently(() => import('#src/features/alerts/alerts.tsx'))).Alerts,
}));
const TooltipLayer = lazy(async () => ({
  default: (await patiently(() => import('#src/ui/tooltip-layer.tsx'))).TooltipLayer,
}));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

/** Lets nobody in who is not signed in, and remembers where they wanted to go. */
export function loader({ request }: LoaderFunctionArgs) {
  if (connection.get()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.connect(pathname === '/' ? undefined : pathname + search));
}

/** What stands around every page: where one is, where one can go, and the questions that come over any page. */
export function Component() {
  const [overlay, setOverlay] = useState<'sheet' | 'palette'>();
  const closeOverlay = () => setOverlay(undefined);
  const question = useStore(signInQuestion);
  const hasForeign = useSyncExternalStore(outbox.subscribe, () => outbox.get().some(isOfOtherTab));
  const { alertsArmed } = useStore(settings);
  const isWall = useMatch(paths.wall()) !== null;
  const isLoading = useNavigation().state === 'loading';
  useSequences();
  usePageShortcuts(setOverlay);
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#page"
        className="absolute start-2 top-2 z-20 -translate-y-16 rounded-box bg-raised px-3 py-2 focus:translate-y-0"
      >
        <Trans>Skip to the page</Trans>
      </a>
      {!isWall && (
        <div className="flex shrink-0 flex-col border-line bg-canvas max-md:contents md:w-50 md:border-e">
          <ConnectionName />
          <Navigation />
          <ViewLinks />
        </div>
      )}
      <main id="page" tabIndex={-1} aria-busy={isLoading} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <Outlet />
        <OutboxStrip />
      </main>
      <ToastRegion />
      <Suspense>
        <TooltipLayer />
      </Suspense>
      <FaviconCount />
      <Suspense>{alertsArmed && <Alerts />}</Suspense>
      <Suspense>
        {question && <SignInDialog connection={question.connection} />}
        {hasForeign && <OutboxRecovery />}
        {overlay === 'sheet' && <ShortcutSheet onClose={closeOverlay} />}
        {overlay === 'palette' && <Palette onClose={closeOverlay} onShowKeys={() => setOverlay('sheet')} />}
      </Suspense>
    </div>
  );
}

function usePageShortcuts(open: (overlay: 'sheet' | 'palette') => void): void {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
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
  });
}
