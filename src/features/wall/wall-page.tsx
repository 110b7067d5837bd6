import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { focusManager, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { connection } from '#src/api/connection.ts';
import { formatTime } from '#src/domain/conversation/format-time.ts';
import { LastUpdated, StaleDataNotice } from '#src/domain/waiting/stale-data-notice.tsx';
import { useWaitingPoll } from '#src/domain/waiting/use-waiting-poll.ts';
import {
  atLeast,
  type LateCounts,
  useLateCounts,
  useWaitingRooms,
  type WaitingRoom,
} from '#src/domain/waiting/use-waiting-rooms.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';
import { navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { PAGE_TITLE_ID } from '#src/ui/layout/page-header.tsx';
import { type Status, StatusBadge } from '#src/ui/status-badge.tsx';
import { useEachSecond } from '#src/ui/text/relative-time.tsx';
import { WallRooms } from './wall-rooms.tsx';

/** Waiting rooms on a wall display, readable from across the room, without any interaction. */
export function Component() {
  const { t } = useLingui();
  const { waiting, more, isMinimum } = useWaitingRooms();
  const name = useStore(connection)?.name ?? '';
  useWaitingPoll({ isOn: !useStore(settings).alertsArmed });
  return (
    <section
      ref={attachWallMode}
      aria-label={t`Wall display`}
      className="flex h-full flex-col gap-[2vmin] overflow-y-auto bg-canvas p-[3vmin] text-[4vmin] leading-[1.2]"
    >
      <title>{t`Wall display · ${name}`}</title>
      <WallHeader name={name} />
      <StaleDataNotice className="rounded-box text-[3.5vmin] leading-[1.3] [&_svg]:size-[0.8em]" />
      {waiting ? <Waiting waiting={waiting} more={more} isMinimum={isMinimum} /> : <NotReadYet />}
    </section>
  );
}

function WallHeader({ name }: { name: string }) {
  useShortcuts({ 'f|Escape': leave });
  return (
    <header className="flex items-baseline gap-[3vmin] text-muted">
      <h1 id={PAGE_TITLE_ID} dir="auto" className="min-w-0 truncate font-semibold text-ink">
        {name}
      </h1>
      <span className="whitespace-nowrap text-[3.5vmin]">
        <LastUpdated />
      </span>
      <Clock />
      <Button shortcut="f" kind="quiet" className="self-center text-base" onClick={leave}>
        <Trans>Exit</Trans>
      </Button>
    </header>
  );
}

function Clock() {
  // The snapshot is the text, which changes once a minute.
  const time = useEachSecond((nowMs) => formatTime(nowMs / 1000));
  return <time className="ms-auto whitespace-nowrap font-semibold text-[7vmin] text-ink leading-none">{time}</time>;
}

function leave() {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  void navigate(paths.watch());
}

/** Ref callback of the page: keeps the screen awake, and leaves when Escape makes the browser exit full screen. */
function attachWallMode() {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  // Browsers release the lock when the page is hidden.
  const keepAwake = async () => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    // Unavailable on plain http, and refused on low battery.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) void lock?.release();
  };
  void keepAwake();
  return combineCleanups(
    focusManager.subscribe(keepAwake),
    listen(document, 'fullscreenchange', () => !document.fullscreenElement && leave()),
    () => {
      isOver = true;
      void lock?.release();
    },
  );
}

interface WaitingProps {
  waiting: readonly WaitingRoom[];
  more: number;
  /** There may be even more. */
  isMinimum: boolean;
}

function Waiting({ waiting, more, isMinimum }: WaitingProps) {
  const { i18n } = useLingui();
  const counts = useLateCounts(waiting);
  return (
    <>
      <div className="flex items-end gap-[5vmin] max-md:flex-col max-md:items-start">
        <p className="flex items-baseline gap-[2vmin]">
          <span className="font-semibold text-[20vmin] leading-[0.85] forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none">
            {atLeast(i18n.number(waiting.length + more), isMinimum)}
          </span>
          <span className="whitespace-nowrap text-muted text-[5vmin]">
            <Plural value={waiting.length + more} one="visitor waiting" other="visitors waiting" />
          </span>
        </p>
        <LateWords counts={counts} />
      </div>
      <WallRooms waiting={waiting} counts={counts} unlisted={more} isMinimum={isMinimum} />
    </>
  );
}

/** Shown before the first poll: an empty list would claim that no room waits. */
function NotReadYet() {
  const { error } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['error'] });
  return (
    <p role="status" className="text-[6vmin] text-muted">
      {error ? (
        <StatusBadge status="danger" className="whitespace-normal [&>svg]:size-[0.8em]">
          <Trans>No data yet.</Trans> {errorMessage(error)}
        </StatusBadge>
      ) : (
        <Trans>Loading…</Trans>
      )}
    </p>
  );
}

/** How many rooms are late, by word and shape; empty if no room waits. */
function LateWords({ counts: { veryLate, late, onTime } }: { counts: LateCounts }) {
  return (
    <ul className="flex flex-wrap gap-x-[4vmin] pb-[1vmin] text-[6vmin] leading-[1.4]">
      <LateWord status="danger" count={veryLate}>
        <Trans>Overdue</Trans>
      </LateWord>
      <LateWord status="warn" count={late}>
        <Trans>Due soon</Trans>
      </LateWord>
      <LateWord status="waiting" count={onTime}>
        <Trans>Waiting</Trans>
      </LateWord>
    </ul>
  );
}

function LateWord({ status, count, children }: { status: Status; count: number; children: ReactNode }) {
  const { i18n } = useLingui();
  if (count === 0) return null;
  return (
    <li className="font-medium">
      <StatusBadge status={status} className="gap-[1.5vmin] [&>svg]:size-[0.8em]">
        {i18n.number(count)} {children}
      </StatusBadge>
    </li>
  );
}
