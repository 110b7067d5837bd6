import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { Logo } from '#src/ui/logo.tsx';

/** The product and the tenant one is signed in to, on every page. */
export function ConnectionName() {
  const current = useStore(connection);
  return (
    <header className="flex items-center gap-2 px-4 py-1 max-md:border-line max-md:border-b md:h-bar">
      <Logo className="size-4" />
      <div className="min-w-0 max-md:flex max-md:flex-1 max-md:items-baseline max-md:justify-between">
        <p className="truncate font-semibold leading-4">Countersign</p>
        {current && <p className="truncate text-muted text-sm">{new URL(current.address).host}</p>}
      </div>
    </header>
  );
}
