import { Trans, useLingui } from '@lingui/react/macro';
import { Bookmark, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ownPath } from '#src/lib/own-path.ts';
import { useStore } from '#src/lib/store.ts';
import { classNames } from '#src/ui/class-names.ts';
import { navItemClass } from '#src/ui/nav-item.tsx';
import { part } from '#src/ui/part.tsx';
import { views } from './views-store.ts';

const ViewsDialog = part(async () => (await import('./views-dialog.tsx')).ViewsDialog);

/** Links to saved views, with a button to save the current filters and sort order. */
export function ViewLinks() {
  const { t } = useLingui();
  const saved = useStore(views);
  const { pathname, search } = useLocation();
  const here = useDeferredValue(search === '' ? '' : pathname + search);
  const [isOpen, setOpen] = useState(false);
  const current = ownPath(here);
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
          <span dir="auto" className="truncate">
            {name}
          </span>
        </Link>
      ))}
      {canSave && (
        <button type="button" className={classNames(navItemClass, 'shrink-0')} onClick={() => setOpen(true)}>
          <Plus aria-hidden />
          <Trans>Save view</Trans>
        </button>
      )}
      {isOpen && canSave && <ViewsDialog path={current} onClose={() => setOpen(false)} />}
    </nav>
  );
}
