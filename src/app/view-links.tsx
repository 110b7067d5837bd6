import { Trans, useLingui } from '@lingui/react/macro';
import { Bookmark, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { readViews, type SavedView, writeViews } from '#src/lib/storage/saved-views.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { classNames } from '#src/ui/class-names.ts';
import { navItemClass } from '#src/ui/layout/nav-item.tsx';
import { part } from '#src/ui/lazy-component.tsx';

const ViewsDialog = part(async () => (await import('./views-dialog.tsx')).ViewsDialog);

const read = () => readViews(connection.get()?.key ?? '');

/** Saved views of the current tenant. */
const views = createStore<readonly SavedView[]>(read());

connection.subscribe(() => views.set(read()));

/** Updates the saved views of the current tenant. */
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
  const here = useDeferredValue(search === '' ? '' : pathname + search);
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
