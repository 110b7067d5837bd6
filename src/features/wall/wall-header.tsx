import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { AsOf } from '#src/records/waiting/as-of.tsx';
import { Button } from '#src/ui/button.tsx';
import { PAGE_TITLE_ID } from '#src/ui/page-header.tsx';

/** Tenant name, time of the last poll, and the exit button. */
export function WallHeader({ tenant }: { tenant: string }) {
  const leave = useLeaveWall();
  return (
    <header className="flex items-baseline gap-[3vmin] text-muted">
      <h1 id={PAGE_TITLE_ID} dir="auto" className="min-w-0 truncate font-semibold text-ink">
        {tenant}
      </h1>
      <span className="whitespace-nowrap text-[3.5vmin]">
        <AsOf />
      </span>
      <Button shortcut="f" kind="quiet" className="ms-auto self-center text-base" onClick={leave}>
        <Trans>Leave</Trans>
      </Button>
    </header>
  );
}

/** Leaves on `f` or Escape, and when the browser handles Escape itself by leaving full screen. */
function useLeaveWall(): () => void {
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    void navigate(paths.watch());
  };
  useShortcuts({ 'f|Escape': leave });
  const follow = useEffectEvent(() => {
    if (!document.fullscreenElement) leave();
  });
  useEffect(() => {
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  return leave;
}
