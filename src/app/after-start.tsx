import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, CircleQuestionMark, Plus } from 'lucide-react';
import { memo, useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { connection } from '#src/api/connection.ts';
import { rememberService, serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import { meQuery } from '#src/api/me-query.ts';
import { totalQuery } from '#src/api/queries.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { isolateDraftsByUser } from '#src/form/draft/isolate-drafts-by-user.ts';
import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { onStorageChange } from '#src/lib/storage/local-storage.ts';
import { listPath, readViews, type SavedView, viewsKey, writeViews } from '#src/lib/storage/saved-views.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { explainBlockedKey } from '#src/list/use-list-keys.ts';
import { OutboxBar } from '#src/outbox/outbox-bar.tsx';
import { undoNewest } from '#src/outbox/outbox-entries.ts';
import { switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import { ToastCard } from '#src/ui/overlay/toast-region.tsx';
import { TooltipLayer } from '#src/ui/overlay/tooltip-layer.tsx';
import { MoreTab } from './narrow/more-tab.tsx';
import { overlay } from './overlay.ts';
import { navItemClass } from './pages.ts';
import { SidebarFoot, WorkspaceMenu } from './user-menu.tsx';

// Must run before the `me` query.
isolateDraftsByUser();

const POLL_MS = 30_000;

/** Drafts in review. */
const ReviewCount = () => <Count resource={drafts} filter={{ in_review: '1' }} />;

/** Rooms awaiting support. */
const WatchCount = () => <Count resource={rooms} filter={{ awaiting_support: '1' }} />;

/** Unread verdicts on the user's drafts; empty if it is not known who the user is. */
function MineCount() {
  const me = useQuery(meQuery()).data;
  return me && <Count resource={drafts} filter={{ created_user_id: me.id, resolved: '1', read: '0' }} />;
}

/** How many records match; empty if the server does not count or does not support the filter. */
function Count({ resource, filter }: { resource: Resource; filter: Record<string, string> }) {
  const { i18n } = useLingui();
  const unsupported = useUnsupportedFilters(resource);
  const enabled = !Object.keys(filter).some((name) => unsupported.includes(name));
  const { data } = useQuery({ ...totalQuery(resource, filter), refetchInterval: POLL_MS, enabled });
  if (!enabled || !data?.total) return null;
  return (
    <span className="contents max-md:absolute max-md:start-1/2 max-md:top-0.5 max-md:ms-1.5 max-md:block md:in-data-collapsed:absolute md:in-data-collapsed:end-0 md:in-data-collapsed:-top-1 md:in-data-collapsed:block">
      <span className="ms-auto ps-2 font-normal text-sm">
        {i18n.number(data.total) + (data.isTotalMinimum ? '+' : '')}
      </span>
    </span>
  );
}

/** The keys of the sheet that no part of the page has handled. */
const UNUSED_KEYS = {
  'a|e|f|j|k|m|o|r|s|u|w|x|X|.|/': () => explainBlockedKey(t`This shortcut doesn’t work on this page.`),
};

/** Side effects of the shell: draws the favicon, stores the workspace's own name, colour and role, and explains keys. */
function ShellEffects(): null {
  useFavicon();
  useShortcuts(UNUSED_KEYS, 'last');
  const key = useStore(connection)?.key;
  const { data: service } = useQuery(serviceDocumentQuery());
  const described = service && JSON.stringify([key, service]);
  useAfterChange(described ?? undefined, () => service && key !== undefined && rememberService(key, service));
  return null;
}

const MAX_SHOWN = 99;

/** Draws the workspace's colour and the number of waiting rooms on the favicon. */
function useFavicon(): void {
  const colour = useStore(connection)?.colour;
  // No polling here: the navigation or the Watch page refetches it.
  const { data } = useQuery(totalQuery(rooms, { awaiting_support: '1' }));
  const count = Math.min(data?.total ?? 0, MAX_SHOWN);
  useAfterChange(`${colour} ${count}`, () => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const plain = icon?.getAttribute('href');
    if (!icon || !plain) return;
    icon.href = drawIcon(colour, count > 0 ? String(count) : '✓');
    return () => {
      icon.href = plain;
    };
  });
}

/** A data URL, which the Content-Security-Policy allows. */
function drawIcon(colour: string | undefined, sign: string): string {
  const named = getComputedStyle(document.documentElement).getPropertyValue(`--color-connection-${colour}`);
  const ground = colour?.startsWith('#') ? colour : named || '#3a5bd0';
  const size = sign.length === 1 ? 13 : 11;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${ground}"/>` +
      `<text x="8" y="8.5" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" ` +
      `font-weight="700" font-size="${size}" fill="#fff">${sign}</text></svg>`,
  )}`;
}

/** Opens the page's help. In a narrow window, it is under "More". */
function HelpButton() {
  return useLocation().pathname === paths.wall() ? null : <OpenHelp />;
}

const OpenHelp = memo(function OpenHelp() {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Help for this page`}
      className="absolute! end-2 top-[calc(var(--spacing-bar)/2)] z-1 -translate-y-1/2 max-md:hidden"
      onClick={() => overlay.set('help')}
    >
      <CircleQuestionMark aria-hidden="true" />
    </IconButton>
  );
});

const ViewsDialog = requestedComponent(async () => (await import('./views-dialog.tsx')).ViewsDialog);

const read = () => readViews(connection.get()?.key ?? '');

/** Saved views of the current connection. */
const views = createStore<readonly SavedView[]>(read());

const followOtherTabs = () => onStorageChange([viewsKey(connection.get()?.key ?? '')], () => views.set(read()));
let stopFollowing = followOtherTabs();

connection.subscribe(() => {
  stopFollowing();
  stopFollowing = followOtherTabs();
  views.set(read());
});

let isStored = true;

/** Changes the saved views of the current connection. Starts from storage, as another tab may have changed them. */
function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const next = change(isStored ? read() : views.get());
  isStored = writeViews(connection.get()?.key ?? '', next);
  views.set(next);
}

/** Links to saved views, with a button to save the current filters and sort order. */
function ViewLinks() {
  const { t } = useLingui();
  const saved = useStore(views);
  const { pathname, search } = useLocation();
  const isList = search !== '' && pathname !== paths.newDraft();
  const here = useDeferredValue(isList ? listPath(pathname) + search : '');
  const [isOpen, setOpen] = useState(false);
  const current = sanitizeRedirect(here);
  const canSave = here !== '' && current !== undefined;
  if (saved.length === 0 && !canSave) return null;
  return (
    <nav aria-label={t`Saved views`} className="flex min-h-0 flex-col gap-px overflow-y-auto p-2 max-md:hidden">
      {saved.map(({ id, name, path }) => (
        <Link
          key={id}
          to={path}
          aria-current={path === current ? 'page' : undefined}
          className={classNames(navItemClass, 'shrink-0')}
        >
          <Bookmark aria-hidden />
          <span dir="auto" className="truncate in-data-collapsed:sr-only">
            {name}
          </span>
        </Link>
      ))}
      {canSave && (
        <button type="button" className={classNames(navItemClass, 'shrink-0')} onClick={() => setOpen(true)}>
          <Plus aria-hidden />
          <span className="in-data-collapsed:sr-only">
            <Trans>Save view</Trans>
          </span>
        </button>
      )}
      {isOpen && canSave && (
        <ViewsDialog path={current} saved={saved} changeViews={changeViews} onClose={() => setOpen(false)} />
      )}
    </nav>
  );
}

/** Switches to the saved workspace with this number, or says why not. */
function switchByDigit(digit: string): void {
  const workspace = savedConnections.get()[Number(digit) - 1];
  if (!workspace) explainBlockedKey(t`There’s no workspace with this number.`);
  else if (workspace.address === connection.get()?.key) explainBlockedKey(t`This workspace is already open.`);
  else void switchConnection(workspace.address);
}

// Preload: toasts report failures, and then the chunk may be unavailable.
void ToastCard.preload();

/** Parts of the shell that load right after the first screen. In one chunk, because many small ones take longer. */
export const shellAfterStart = {
  HelpButton,
  MineCount,
  MoreTab,
  OutboxBar,
  ReviewCount,
  ShellEffects,
  SidebarFoot,
  TooltipLayer,
  ViewLinks,
  WatchCount,
  WorkspaceMenu,
  switchByDigit,
  undoNewest,
};
