import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { totalQuery } from '#src/api/queries.ts';
import { separatePersons } from '#src/form/draft/separate-persons.ts';
import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { listPath, readViews, type SavedView, writeViews } from '#src/lib/storage/saved-views.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { OutboxBar } from '#src/outbox/outbox-bar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { NavCount, navItemClass } from '#src/ui/layout/nav-item.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { ToastCard } from '#src/ui/overlay/toast-region.tsx';
import { TooltipLayer } from '#src/ui/overlay/tooltip-layer.tsx';
import { MoreTab } from './narrow/more-tab.tsx';

// Before the request that tells who is signed in.
separatePersons();

const POLL_MS = 30_000;

/** Drafts in review. */
export const ReviewCount = () => <Count resource={drafts} filter={{ in_review: '1' }} />;

/** Rooms awaiting support. */
export const WatchCount = () => <Count resource={rooms} filter={{ awaiting_support: '1' }} />;

/** Unread verdicts on the user's drafts; empty if it is not known who the user is. */
export function MineCount() {
  const me = useQuery(meQuery()).data;
  return me && <Count resource={drafts} filter={{ created_user_id: me.id, resolved: '1', read: '0' }} />;
}

/** How many records match; empty if the server does not count or does not support the filter. */
function Count({ resource, filter }: { resource: Resource; filter: Record<string, string> }) {
  const { i18n } = useLingui();
  const lacking = useUnsupportedFilters(resource);
  const enabled = !Object.keys(filter).some((name) => lacking.includes(name));
  const { data } = useQuery({ ...totalQuery(resource, filter), refetchInterval: POLL_MS, enabled });
  if (!enabled || !data?.total) return null;
  return (
    <span className="contents max-md:absolute max-md:start-1/2 max-md:top-0.5 max-md:ms-1.5 max-md:block">
      <NavCount>{i18n.number(data.total) + (data.isTotalMinimum ? '+' : '')}</NavCount>
    </span>
  );
}

const MOST_SHOWN = 99;

/** Draws the number of waiting rooms on the favicon; the plain icon if there are none. */
export function FaviconCount(): null {
  // No polling here: the navigation or the Watch page refetches it.
  const { data } = useQuery(totalQuery(rooms, { awaiting_support: '1' }));
  const total = Math.min(data?.total ?? 0, MOST_SHOWN);
  useAfterChange(total, () => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const plain = icon?.getAttribute('href');
    if (!icon || !plain || total === 0) return;
    icon.href = drawCount(String(total));
    return () => {
      icon.href = plain;
    };
  });
  return null;
}

/** A data URL, which the Content-Security-Policy allows. */
function drawCount(count: string): string {
  const size = count.length === 1 ? 13 : 11;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#c0342b"/>` +
      `<text x="8" y="8.5" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" ` +
      `font-weight="700" font-size="${size}" fill="#fff">${count}</text></svg>`,
  )}`;
}

const ViewsDialog = part(async () => (await import('./views-dialog.tsx')).ViewsDialog);

const read = () => readViews(connection.get()?.key ?? '');

/** Saved views of the current connection. */
const views = createStore<readonly SavedView[]>(read());

connection.subscribe(() => views.set(read()));

/** Updates the saved views of the current connection. */
function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const next = change(views.get());
  writeViews(connection.get()?.key ?? '', next);
  views.set(next);
}

/** Links to saved views, with a button to save the current filters and sort order. */
export function ViewLinks() {
  const { t } = useLingui();
  const saved = useStore(views);
  const { pathname, search } = useLocation();
  const here = useDeferredValue(search === '' ? '' : listPath(pathname) + search);
  const [isOpen, setOpen] = useState(false);
  const current = sanitizeRedirect(here);
  const canSave = here !== '' && current !== undefined;
  if (saved.length === 0 && !canSave) return null;
  return (
    <nav aria-label={t`Saved views`} className="flex min-h-0 flex-col gap-px overflow-y-auto p-2 max-md:hidden">
      {saved.map(({ id, name, path }) => (
        <StaticLink
          key={id}
          to={path}
          aria-current={path === current ? 'page' : undefined}
          className={classNames(navItemClass, 'shrink-0')}
        >
          <Bookmark aria-hidden />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </StaticLink>
      ))}
      {canSave && (
        <button type="button" className={classNames(navItemClass, 'shrink-0')} onClick={() => setOpen(true)}>
          <Plus aria-hidden />
          <Trans>Save view</Trans>
        </button>
      )}
      {isOpen && canSave && (
        <ViewsDialog path={current} saved={saved} changeViews={changeViews} onClose={() => setOpen(false)} />
      )}
    </nav>
  );
}

// Preload: toasts report failures, and then the chunk may be unavailable.
void ToastCard.fetchCode();

/** Parts of the shell that load right after the first screen. In one chunk, because many small ones take longer. */
export const shellAfterStart = {
  FaviconCount,
  MineCount,
  MoreTab,
  OutboxBar,
  ReviewCount,
  TooltipLayer,
  ViewLinks,
  WatchCount,
};
