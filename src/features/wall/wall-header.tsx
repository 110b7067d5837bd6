import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { LastUpdated } from '#src/domain/waiting/stale-data-notice.tsx';
import { listen } from '#src/lib/listen.ts';
import { navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { PAGE_TITLE_ID } from '#src/ui/layout/page-header.tsx';

/** Tenant name, time of the last poll, and the exit button. */
export function WallHeader({ tenant }: { tenant: string }) {
  const leave = useLeaveWall();
  return (
    <header className="flex items-baseline gap-[3vmin] text-muted">
      <h1 id={PAGE_TITLE_ID} dir="auto" className="min-w-0 truncate font-semibold text-ink">
        {tenant}
      </h1>
      <span className="whitespace-nowrap text-[3.5vmin]">
        <LastUpdated />
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
  useEffect(() => listen(document, 'fullscreenchange', follow), []);
  return leave;
}

/** Keeps the screen awake while mounted, if supported. Browsers release the lock when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Unavailable on plain http, and refused on low battery.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
    };
    void take();
    const stop = listen(document, 'visibilitychange', take);
    return () => {
      isOver = true;
      stop();
      void lock?.release();
    };
  }, []);
}
