import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import { usePages } from '../pages.ts';

const MoreSheet = requestedComponent(async () => (await import('./more-sheet.tsx')).MoreSheet);

/** The last tab of a narrow window: the connection's mark, opening a sheet with everything that has no tab. */
export function MoreTab({ section, className }: { section: string | undefined; className: string }) {
  const [isOpen, setOpen] = useState(false);
  const current = useStore(connection);
  const hasTab = usePages().some(({ to, tabOrder }) => tabOrder !== undefined && to === `/${section}`);
  if (!current) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={hasTab ? undefined : true}
        className={className}
        onPointerEnter={MoreSheet.preload}
        onClick={() => setOpen(true)}
      >
        <ConnectionMark name={current.name} colour={current.colour} />
        <span className="max-w-full truncate">
          <Trans>More</Trans>
        </span>
      </button>
      {isOpen && <MoreSheet onClose={() => setOpen(false)} />}
    </>
  );
}
